// @ts-check

/**
 * Characters that control a terminal or reverse the direction of a line, without the joiners of Bengali, Hindi
 * and emoji.
 */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Returns a text as one line that cannot control the terminal. Texts of the server are written by anyone.
 * @param {unknown} text
 */
export const plainLine = (text) => String(text ?? '').replaceAll(CONTROLS, ' ');

/**
 * Returns a text without what controls a terminal, but with its lines and tabs.
 * @param {string} text
 */
export const plainLines = (text) =>
  text.replaceAll(CONTROLS, (one) => (one === '\n' || one === '\t' ? one : ''));

/**
 * Returns JSON in which control characters are escaped, also those that JSON itself allows in texts.
 * @param {unknown} value
 * @param {number} [indent]
 */
export function plainJson(value, indent) {
  const escape = (/** @type {string} */ one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replaceAll(CONTROLS, (one) =>
    one === '\n' ? one : escape(one),
  );
}

/**
 * Returns the start of a text, at most this many characters long.
 * @param {string} text
 * @param {number} most
 */
export function shorten(text, most) {
  const letters = Array.from(text.slice(0, most * 2 + 2));
  return letters.length <= most ? letters.join('') : `${letters.slice(0, Math.max(0, most - 1)).join('')}…`;
}

/**
 * Returns a length such as 1:05 or 1:02:03.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
