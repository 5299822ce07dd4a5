import { BlockList, isIP } from 'node:net';

/** Whether `NO_PROXY` says that this host, as URLs spell it, is asked without a proxy. */
export function isExcepted(exceptions: string, hostname: string, port: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const entries = exceptions.toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => entry !== '' && covers(entry, host, port));
}

/** As curl and others read it: a name, also with `.` or `*.` before it, means all below it, too; a port is that one alone. */
function covers(entry: string, host: string, port: string): boolean {
  const [, place = entry, only = port] = /^([^:]+|\[.+\]):(\d+)$/.exec(entry) ?? [];
  if (only !== port) return false;
  if (place === '*') return true;
  const name = place.replace(/^\[(.*)\]$/, '$1').replace(/^\*?\./, '');
  if (isIP(host) === 0) return name !== '' && `.${host}`.endsWith(`.${name}`);
  return name === host || isInNetwork(name, host);
}

/** Such as `10.0.0.0/8`. */
function isInNetwork(network: string, host: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(network) ?? [];
  const [family, most] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  if (isIP(address) === 0 || isIP(address) !== isIP(host) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}
