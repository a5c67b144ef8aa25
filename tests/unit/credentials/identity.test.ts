import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { credentialsProblem, readIdentity } from '../../../worker/credentials/identity.ts';
import { makeCertificate } from '../../helpers/credentials/make-certificate.ts';

const folder = await mkdtemp(join(tmpdir(), 'cutroom-certificate-'));
afterAll(() => rm(folder, { recursive: true }));
const good = await makeCertificate();
const other = await makeCertificate();

it('reads a certificate and its key from files and from one line of .env', async () => {
  const paths = { certificate: join(folder, 'chain.pem'), privateKey: join(folder, 'key.pem') };
  await writeFile(paths.certificate, good.certificate);
  await writeFile(paths.privateKey, good.privateKey);
  const fromFiles = await readIdentity(paths);
  const line = (pem: string) => pem.replaceAll('\n', String.raw`\n`);
  const fromLines = await readIdentity({
    certificate: line(good.certificate),
    privateKey: line(good.privateKey),
  });
  expect(fromFiles).toMatchObject({ signer: 'Studio & Co', algorithm: -7 });
  // Not that of the authority, which validators have.
  expect(fromFiles!.certificates).toHaveLength(1);
  expect(fromLines!.fingerprint).toBe(fromFiles!.fingerprint);
});

it('has no identity and no problem if none is configured', async () => {
  const none = { certificate: undefined, privateKey: undefined };
  expect([await readIdentity(none), await credentialsProblem(none)]).toEqual([null, null]);
});

// product 20.19
it.each([
  ['a key of another certificate', { ...good, privateKey: other.privateKey }, 'does not belong'],
  ['an expired certificate', await makeCertificate({ from: -9, to: -2 }), 'expired on'],
  ['a certificate of the future', await makeCertificate({ from: 2, to: 9 }), 'is not valid before'],
  ["an authority's certificate", await makeCertificate({ ca: true }), 'authority or signed by itself'],
  ['a certificate without a usage', await makeCertificate({ uses: [] }), 'no extended key usage'],
  ['a text that is no certificate', { ...good, certificate: good.privateKey }, 'contains no certificate'],
  ['a text that is no key', { ...good, privateKey: good.certificate }, 'contains no private key'],
  [
    'a small key of RSA',
    await makeCertificate({
      algorithm: {
        name: 'RSA-PSS',
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
    }),
    'with 2048 bits or more',
  ],
])('reports %s as a problem of new films', async (_, c2pa, reason) => {
  const problem = await credentialsProblem(c2pa);
  expect(problem).toContain('New films get no content credentials.');
  expect(problem).toContain(reason);
});

it('never repeats a damaged key that it took for a path', async () => {
  const damaged = `"${good.privateKey}"`;
  const error = await readIdentity({ ...good, privateKey: damaged }).catch((reason: Error) => reason);
  expect(error).toMatchObject({ message: expect.stringContaining('The file of C2PA_PRIVATE_KEY') as string });
  expect(JSON.stringify([String(error), (error as Error).cause ?? null])).not.toContain('PRIVATE KEY-----');
});
