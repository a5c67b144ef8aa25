import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a pass opens: the files of a watch page, or a page that has a password. */
export type PassFor = 'files' | 'page';

/**
 * The lifetime of a pass, in seconds: four hours for files, which covers a long film, and a day for a
 * password.
 */
export const PASS_TTL: Record<PassFor, number> = { files: 4 * 3600, page: 24 * 3600 };

/** A public link, and the hash of its password: a changed password invalidates earlier passes. */
export interface Lock {
  token: string;
  password: string | null;
}

export interface Passes {
  give(what: PassFor, lock: Lock): { expires: number; signature: string };
  /** Whether a pass belongs to this link and has not expired. */
  admits(what: PassFor, lock: Lock, pass: { expires: number; signature: string }): boolean;
}

/** Signs short-lived passes for the content of a public link. */
export function createPasses(secret: string, now: () => number = Date.now): Passes {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cutroom watch pages', 32));
  const sign = (what: PassFor, { token, password }: Lock, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([what, token, password, expires]))
      .digest('base64url');
  return {
    give(what, lock) {
      const expires = Math.floor(now() / 1000) + PASS_TTL[what];
      return { expires, signature: sign(what, lock, expires) };
    },
    admits(what, lock, { expires, signature }) {
      const expected = Buffer.from(sign(what, lock, expires));
      const received = Buffer.from(signature);
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
      return expires * 1000 > now();
    },
  };
}
