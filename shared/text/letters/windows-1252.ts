/** The characters of the bytes 0x80 to 0x9F; a space for bytes without one. */
const CHARACTERS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Returns the character of Windows-1252 for a control character from U+0080 to U+009F. */
export const windows1252Character = (control: string): string => CHARACTERS[control.charCodeAt(0) - 0x80]!;
