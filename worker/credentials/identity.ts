import { constants, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '#core/config/config.ts';

/** Why a film gets no content credentials, as a sentence for operators. */
export class CredentialsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CredentialsError';
  }
}

/** The certificate that signs films, with its key. */
export interface SigningIdentity {
  /** In DER form, the signing one first. Validators have those of authorities that sign themselves. */
  certificates: Uint8Array[];
  /** The SHA-256 hash of the signing certificate. */
  fingerprint: string;
  /** The organisation or name in the certificate. */
  signer: string;
  /** The identifier of its algorithm in COSE. */
  algorithm: number;
  sign(payload: Uint8Array): Uint8Array;
}

const PEM_START = '-----BEGIN ';
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CURVES: Record<string, { algorithm: number; hash: string }> = {
  prime256v1: { algorithm: -7, hash: 'sha256' },
  secp384r1: { algorithm: -35, hash: 'sha384' },
  secp521r1: { algorithm: -36, hash: 'sha512' },
};
const PSS = { algorithm: -37, hash: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const ED25519 = -8;

/**
 * Reads the configured certificate and key, again for each film, so that a renewed certificate needs no restart.
 * Returns `null` if none is configured.
 * @throws CredentialsError if validators would refuse what they sign
 */
export async function readIdentity({
  certificate,
  privateKey,
}: Config['c2pa']): Promise<SigningIdentity | null> {
  if (certificate === undefined || privateKey === undefined) return null;
  const [own, ...issuers] = readCertificates(await readPem('C2PA_CERTIFICATE', certificate));
  const key = readKey(await readPem('C2PA_PRIVATE_KEY', privateKey));
  const refuse = (reason: string) =>
    new CredentialsError(`The first certificate of C2PA_CERTIFICATE ${reason}`);
  if (!own.checkPrivateKey(key)) throw refuse('does not belong to C2PA_PRIVATE_KEY.');
  const now = new Date();
  if (now < new Date(own.validFrom)) throw refuse(`is not valid before ${own.validFrom}.`);
  if (now > new Date(own.validTo)) throw refuse(`expired on ${own.validTo}.`);
  if (own.ca || own.issuer === own.subject)
    throw refuse(
      'is that of an authority or signed by itself. Validators need one that an authority issued.',
    );
  // A certificate without this extension has no list, which the type omits.
  if (!(own.keyUsage as string[] | undefined)?.length)
    throw refuse('has no extended key usage, such as email protection or document signing.');
  return {
    certificates: [own, ...issuers.filter(({ issuer, subject }) => issuer !== subject)].map(({ raw }) => raw),
    fingerprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    signer: nameIn(own.subject),
    ...signing(key),
  };
}

/** Returns why films get no content credentials although a certificate is configured; otherwise `null`. */
export async function credentialsProblem(c2pa: Config['c2pa']): Promise<string | null> {
  try {
    await readIdentity(c2pa);
    return null;
  } catch (error) {
    return `New films get no content credentials. ${(error as Error).message}`;
  }
}

async function readPem(variable: string, value: string): Promise<string> {
  // A line of .env may contain the line breaks as "\n".
  if (value.startsWith(PEM_START)) return value.replaceAll(String.raw`\n`, '\n');
  return readFile(value, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    // Without the cause, whose message would contain a damaged key that was taken for a path.
    throw new CredentialsError(`The file of ${variable} cannot be read (${code}).`);
  });
}

function readCertificates(pem: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...others] = (pem.match(CERTIFICATE) ?? []).map((each) => new X509Certificate(each));
    if (first) return [first, ...others];
  } catch (cause) {
    throw new CredentialsError('C2PA_CERTIFICATE contains a damaged certificate.', { cause });
  }
  throw new CredentialsError('C2PA_CERTIFICATE contains no certificate in PEM form.');
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new CredentialsError('C2PA_PRIVATE_KEY contains no private key in PEM form without a password.', {
      cause,
    });
  }
}

/** @throws CredentialsError if C2PA has no algorithm for this kind of key */
function signing(key: KeyObject): Pick<SigningIdentity, 'algorithm' | 'sign'> {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const curve = CURVES[details?.namedCurve ?? ''];
  // COSE has the two numbers of a signature side by side, without ASN.1.
  if (type === 'ec' && curve)
    return {
      algorithm: curve.algorithm,
      sign: (payload) => sign(curve.hash, payload, { key, dsaEncoding: 'ieee-p1363' }),
    };
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048) {
    const { algorithm, hash, ...options } = PSS;
    return { algorithm, sign: (payload) => sign(hash, payload, { key, ...options }) };
  }
  if (type === 'ed25519') return { algorithm: ED25519, sign: (payload) => sign(null, payload, key) };
  throw new CredentialsError(
    'C2PA_PRIVATE_KEY must be a key of P-256, P-384, P-521 or Ed25519, or of RSA with 2048 bits or more.',
  );
}

function nameIn(subject: string): string {
  const fields = new Map(
    subject.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  return fields.get('O') ?? fields.get('CN') ?? 'an unnamed organisation';
}
