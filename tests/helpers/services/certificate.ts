import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const openssl = (folder: string, args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * Makes an authority in a folder, and a certificate that it signed, for servers on 127.0.0.1 and for clients.
 * @returns the paths of the PEM files
 */
export function makeCertificate(folder: string): Record<'ca' | 'cert' | 'key', string> {
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl(folder, ['req', '-x509', ...newKey, '-subj', '/CN=Tests', '-keyout', 'ca.key', '-out', 'ca.pem']);
  openssl(folder, [
    'req',
    ...newKey.slice(0, 4),
    '-nodes',
    '-subj',
    '/CN=Redis',
    '-keyout',
    'key.pem',
    '-out',
    'csr.pem',
  ]);
  writeFileSync(join(folder, 'names.cnf'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const signed = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names.cnf',
  ];
  openssl(folder, ['x509', '-req', '-in', 'csr.pem', ...signed, '-out', 'cert.pem']);
  return { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
}
