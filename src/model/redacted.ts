declare const redacted: unique symbol;

/** Text that was searched for every known secret: all that sinks take. Only the redaction room makes it. */
export type Redacted = string & { readonly [redacted]: true };

/** The same of a stream's bytes. */
export type RedactedBytes = Uint8Array & { readonly [redacted]: true };

/** The same of every text in plain data. */
export type RedactedData<T> = T & { readonly [redacted]: true };
