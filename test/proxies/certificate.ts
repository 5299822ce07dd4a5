import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Workspace } from '../workspace.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Signed by itself, for these names. */
export function makeCertificate(...names: readonly string[]): Certificate {
  using workspace = new Workspace();
  const [key, cert] = [workspace.path('key.pem'), workspace.path('cert.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const whose = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${names.join(',')}`];
  execFileSync('openssl', ['req', ...kind, ...whose, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

export interface SecureServer extends AsyncDisposable {
  readonly port: number;
  /** Connections that were ever made. */
  readonly connections: number;
  /** Closes those that nobody uses. */
  closeIdle(): void;
}

export async function openSecureServer(certificate: Certificate, listen: RequestListener): Promise<SecureServer> {
  const server = createServer(certificate, listen);
  let connections = 0;
  server.on('secureConnection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    closeIdle: () => server.closeIdleConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
