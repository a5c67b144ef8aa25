/** Endings and beginnings, then letters anywhere, longest first: an English spelling and its sounds. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Beginnings of words.
  [/^kn/y, 'n'], [/^wr/y, 'r'], [/^ps/y, 's'], [/^gn/y, 'n'], [/^wh/y, 'w'], [/^x/y, 'z'], [/^y/y, 'y'],
  // Endings of words.
  [/tions?$/y, 'San'], [/ssions?$/y, 'San'], [/sions?$/y, 'Zan'], [/tures?$/y, 'car'], [/cially$/y, 'SalI'], [/[ct]ial$/y, 'Sal'], [/[ct]ious$/y, 'Sas'],
  [/ous$/y, 'as'], [/ought$/y, 'Ot'], [/aught$/y, 'Ot'], [/ight/y, 'Yt'], [/igh/y, 'Y'], [/ough/y, 'o'], [/able$/y, 'ebal'], [/([bdfgkpstz])le$/y, '*al'],
  [/ings?$/y, 'iN'], [/ies$/y, 'Iz'], [/([aeiou])ys$/y, '*'], [/([td])ed$/y, '*ed'], [/ed$/y, 'd'], [/ers?$/y, 'ar'], [/ors?$/y, 'ar'], [/ey$/y, 'I'], [/y$/y, 'I'], [/ism$/y, 'izam'], [/es$/y, 's'],
  // A silent e makes the vowel before it long.
  [/a(?=[^aeiouwxy]e(?:s|d|r)?$)/y, 'e'], [/i(?=[^aeiouwxy]e(?:s|d|r)?$)/y, 'Y'], [/o(?=[^aeiouwxy]e(?:s|d|r)?$)/y, 'o'], [/u(?=[^aeiouwxy]e(?:s|d|r)?$)/y, 'U'],
  [/(?<=[^aeiou])e$/y, ''], [/e(?=s$)/y, ''],
  // Two letters for one sound.
  [/tch/y, 'c'], [/sch/y, 'sk'], [/ck/y, 'k'], [/ch/y, 'c'], [/sh/y, 'S'], [/ph/y, 'f'], [/th/y, 'T'], [/gh/y, 'g'], [/qu/y, 'kw'], [/dge?/y, 'j'], [/ng$/y, 'N'], [/n(?=[gk])/y, 'N'],
  [/sc(?=[eiy])/y, 's'], [/cc(?=[eiy])/y, 'ks'], [/x/y, 'ks'], [/c(?=[eiy])/y, 's'], [/c/y, 'k'], [/g(?=[eiy])/y, 'j'], [/mb$/y, 'm'], [/([bdfgklmnprstz])\1/y, '*'],
  [/air/y, 'er'], [/ear/y, 'iyar'], [/eer/y, 'iyar'], [/our/y, 'or'], [/oor/y, 'or'], [/ee/y, 'I'], [/ea/y, 'I'], [/oo/y, 'U'], [/oa/y, 'o'], [/ou/y, 'W'], [/ow$/y, 'o'], [/ow/y, 'W'],
  [/ai/y, 'e'], [/ay/y, 'e'], [/au/y, 'O'], [/aw/y, 'O'], [/ew/y, 'yU'], [/eu/y, 'yU'], [/ei/y, 'e'], [/ie/y, 'I'], [/oi/y, 'X'], [/oy/y, 'X'], [/ue$/y, 'U'], [/ui/y, 'U'], [/ia/y, 'iyA'], [/io/y, 'iyo'],
  [/[eiu]rr/y, 'er'], [/arr/y, 'Er'], [/ar/y, 'Ar'], [/[eiu]r/y, 'ar'], [/or/y, 'or'], [/all/y, 'Ol'], [/wa(?=[^r])/y, 'wO'],
  [/a$/y, 'A'], [/o$/y, 'o'], [/i$/y, 'I'], [/e$/y, 'I'], [/u$/y, 'U'], [/h$/y, ''],
  [/a/y, 'E'], [/e/y, 'e'], [/i/y, 'i'], [/o/y, 'O'], [/u/y, 'a'], [/y/y, 'i'], [/j/y, 'j'], [/q/y, 'k'],
]; // prettier-ignore

/** Returns the likely sounds of an English word in lower case, as in `ENGLISH_SOUNDS`. */
export function soundsBySpelling(word: string): string {
  let sounds = '';
  let at = 0;
  while (at < word.length) {
    let step = 1;
    let sound = word[at]!;
    for (const [pattern, says] of RULES) {
      pattern.lastIndex = at;
      const match = pattern.exec(word);
      if (!match) continue;
      sound = says.replace('*', match[1] ?? '');
      step = match[0].length;
      break;
    }
    sounds += sound;
    at += step;
  }
  return sounds;
}
