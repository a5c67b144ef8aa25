import { KeyObject, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const DAY_MS = 86_400_000;
const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNED_BY = { name: 'ECDSA', hash: 'SHA-256' };

interface Options {
  algorithm?: webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams | { name: 'Ed25519' };
  /** The days from now on which the certificate begins and ends. */
  from?: number;
  to?: number;
  /** Its extended key usages. */
  uses?: string[];
  ca?: boolean;
}

/** Returns a new certificate with that of its issuer, and its private key, in PEM form. */
export async function makeCertificate({
  algorithm = P256,
  from = -1,
  to = 30,
  uses = [ExtendedKeyUsage.emailProtection],
  ca = false,
}: Options = {}) {
  const { subtle } = webcrypto;
  const newKeys = (algorithm: NonNullable<Options['algorithm']>) =>
    subtle.generateKey(algorithm, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;
  const [issuer, own] = await Promise.all([newKeys(P256), newKeys(algorithm)]);
  const issue = async (subject: string, keys: webcrypto.CryptoKeyPair, isAuthority: boolean) =>
    X509CertificateGenerator.create({
      subject,
      issuer: 'CN=Authority',
      notBefore: new Date(Date.now() + from * DAY_MS),
      notAfter: new Date(Date.now() + to * DAY_MS),
      signingAlgorithm: SIGNED_BY,
      publicKey: keys.publicKey,
      signingKey: issuer.privateKey,
      extensions: [
        new BasicConstraintsExtension(isAuthority, undefined, true),
        new KeyUsagesExtension(
          isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature,
          true,
        ),
        ...(uses.length > 0 && !isAuthority ? [new ExtendedKeyUsageExtension(uses)] : []),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ],
    });
  const chain = [await issue('O=Studio & Co, CN=Films', own, ca), await issue('CN=Authority', issuer, true)];
  return {
    certificate: chain.map((each) => each.toString('pem')).join('\n'),
    privateKey: KeyObject.from(own.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
