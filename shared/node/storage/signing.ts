import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface SignedFile {
  artifactKey: string;
  file: string;
  /** Name of the download, without a path. */
  name: string;
  /** Unix seconds. */
  expires: number;
}

export interface Signer {
  /** A path on this server that answers GET, HEAD and Range until it expires. */
  sign(file: Omit<SignedFile, 'expires'>, ttlSeconds: number): string;
  /** The file that a query asks for, or why it is refused. */
  verify(query: { k: string; f: string; n: string; e: number; s: string }): SignedFile | 'forged' | 'expired';
}

/** How long a finalVideoLink lives, in seconds. */
export const FILM_LINK_TTL = 3600;

export function createSigner(secret: string, now: () => number = Date.now): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cutroom signed links', 32));
  const mac = (file: SignedFile) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['GET', file.artifactKey, file.file, file.name, file.expires]))
      .digest();
  return {
    sign(file, ttlSeconds) {
      const expires = Math.floor(now() / 1000) + ttlSeconds;
      const query = new URLSearchParams({
        k: file.artifactKey,
        f: file.file,
        n: file.name,
        e: String(expires),
        s: mac({ ...file, expires }).toString('base64url'),
      });
      return `/media/signed?${query}`;
    },
    verify({ k, f, n, e, s }) {
      const file = { artifactKey: k, file: f, name: n, expires: e };
      const expected = mac(file);
      const given = Buffer.from(s, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
      return e * 1000 <= now() ? 'expired' : file;
    },
  };
}
