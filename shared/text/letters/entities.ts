import { windows1252Character } from './windows-1252.ts';

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi;

/** The names of HTML 4 for U+00A0 to U+00FF, in order. */
const LATIN =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig
  Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
  Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc
  euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute
  thorn yuml`.split(/\s+/);
/** Other names, each before its character. */
const OTHERS =
  `amp & lt < gt > quot " apos ' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ndash –
  mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″
  lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ minus − infin ∞ asymp ≈ ne ≠ le ≤ ge ≥ loz ◊
  spades ♠ clubs ♣ hearts ♥ diams ♦ sung ♪ check ✓ star ☆ excl ! quest ? comma , period . colon : semi ; num # dollar $
  percnt % ast * plus + equals = lpar ( rpar ) lbrack [ rbrack ] lbrace { rbrace } lowbar _ sol / bsol \\ grave \``.split(
    /\s+/,
  );
/** Names of spaces and of characters that no editor shows. */
const INVISIBLE = {
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  zwnj: '\u200C',
  zwj: '\u200D',
  lrm: '\u200E',
  rlm: '\u200F',
  NewLine: '\n',
  Tab: '\t',
};

const NAMED = new Map(LATIN.map((name, i) => [name, String.fromCharCode(0xa0 + i)]));
for (let i = 0; i < OTHERS.length; i += 2) NAMED.set(OTHERS[i]!, OTHERS[i + 1]!);
for (const [name, character] of Object.entries(INVISIBLE)) NAMED.set(name, character);

/** Replaces the entities of HTML and WebVTT with their characters. Unknown names are not changed. */
export const decodeEntities = (text: string): string => text.replace(ENTITY, decodeEntity);

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  if (code > 0x10ffff) return ' ';
  const character = String.fromCodePoint(code);
  // Like browsers: pages number these characters as in Windows-1252.
  return code >= 0x80 && code < 0xa0 ? windows1252Character(character) : character;
}
