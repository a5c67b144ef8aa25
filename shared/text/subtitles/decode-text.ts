import { windows1252Character } from '../letters/windows-1252.ts';

/** The number of first bytes that show whether a file without a byte order mark is UTF-16. */
const SAMPLE_BYTES = 400;

/** Byte order marks. */
const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/**
 * Decodes a text file by its byte order mark, otherwise as UTF-8, UTF-16 or Windows-1252. Broken bytes in a
 * file that is mostly UTF-8 become replacement characters.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
  const encoding = marked?.encoding ?? unmarkedUtf16(bytes) ?? (isMostlyUtf8(bytes) ? 'utf-8' : null);
  return encoding ? new TextDecoder(encoding).decode(bytes) : decodeWindows1252(bytes);
}

/** Some versions of Node decode Windows-1252 as ISO 8859-1, which has no quotation marks and dashes. */
function decodeWindows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes).replace(/[\x80-\x9f]/g, windows1252Character);
}

/**
 * Detects UTF-16 and its byte order: every second byte of digits, signs and Latin letters is 0. Returns
 * `null` for other encodings.
 */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [i, byte] of start.entries()) if (byte === 0) zeros[i % 2]! += 1;
  const [high, low] = zeros as [number, number];
  if (Math.max(high, low) < start.length / 4) return null;
  return high > low ? 'utf-16be' : 'utf-16le';
}

/**
 * Whether a file has more valid multi-byte UTF-8 characters than broken ones. Windows-1252 letters are single
 * bytes above 127, which are rarely valid UTF-8 by accident.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0;
  let broken = 0;
  let wasBroken = false;
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes, at);
    if (length > 1) valid += 1;
    // A run of broken bytes counts as one fault.
    if (length === 0 && !wasBroken) broken += 1;
    wasBroken = length === 0;
    at += Math.max(1, length);
  }
  return valid > broken || broken === 0;
}

/** Returns the number of bytes of the valid UTF-8 character that starts here; 0 if none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  for (let i = 1; i < length; i += 1) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
