const codes =
  /^(?:CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)\w*|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Whoever is there is not believed to be who was asked: that is so tomorrow, too, unless somebody does something. */
export function isOfTrust(code: string | null): code is string {
  return code !== null && codes.test(code);
}

/** `setting` is what names the place. */
export function describeDistrust(place: string, code: string, setting: string): string {
  const help = `correct ${setting}, or let NODE_EXTRA_CA_CERTS name the file of who signed it`;
  return `the certificate of ${place} is not trusted (${code}): ${help}`;
}
