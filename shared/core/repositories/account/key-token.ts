import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Marks our keys, so that people and secret scanners recognise them. */
const MARK = 'ck_';
const SECRET_BYTES = 32;
/** The digits of 256 bits, and of a CRC-32. */
const [SECRET_DIGITS, CHECKSUM_DIGITS] = [43, 6];
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]{${SECRET_DIGITS + CHECKSUM_DIGITS}}$`);
/** How many characters of a key its owner sees in the list. */
const PREFIX_LENGTH = MARK.length + 6;

/** The SHA-256 under which tokens of sessions and API keys are stored. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** Writes a number in digits and letters, which a double click selects whole. */
function writeBase62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  const digits: string[] = [];
  while (digits.length < length) {
    digits.unshift(DIGITS[Number(rest % 62n)]!);
    rest /= 62n;
  }
  return digits.join('');
}

function checksumOf(text: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(text));
  return writeBase62(bytes, CHECKSUM_DIGITS);
}

/** Creates a key: its mark, 256 random bits and a checksum. Only its hash and its prefix are stored. */
export function createKeyToken(): { token: string; prefix: string; hash: string } {
  const text = MARK + writeBase62(randomBytes(SECRET_BYTES), SECRET_DIGITS);
  const token = text + checksumOf(text);
  return { token, prefix: token.slice(0, PREFIX_LENGTH), hash: hashToken(token) };
}

/** Whether a text has the form and the checksum of a key. A mistyped key is refused without a query. */
export const isKeyToken = (text: string): boolean =>
  FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
