import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const BYTES = 32;
/** 32 MB and some 100 ms for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** The same word typed on another keyboard may be composed of other code points. */
const lettersOf = (password: string) => password.normalize('NFKC');

/** Returns a hash of a password with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(lettersOf(password), salt, BYTES, COST);
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const derived = await derive(lettersOf(password), Buffer.from(salt, 'base64url'), BYTES, COST);
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
}
