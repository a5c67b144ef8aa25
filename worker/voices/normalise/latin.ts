import { normalise } from '#text/letters/normalise.ts';
import type { Language } from '#contract/primitives.ts';
import { ENGLISH_SOUNDS } from './english-sounds.ts';
import { soundsBySpelling } from './spelling-rules.ts';

type Script = Exclude<Language, 'en'>;

const LETTERS: Record<Script, Record<string, string>> = {
  hi: letters('ए बी सी डी ई एफ़ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई ज़ेड'),
  bn: letters('এ বি সি ডি ই এফ জি এইচ আই জে কে এল এম এন ও পি কিউ আর এস টি ইউ ভি ডাব্লিউ এক্স ওয়াই জেড'),
};

function letters(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name, index) => [String.fromCharCode(97 + index), name]));
}

/** Capitals up to this length are read as letters, unless they are a known word. */
const LONGEST_LETTERS = 5;

/** Converts the English words and letters of a Hindi or Bengali text to its own script. */
export function inScript(text: string, language: Script): string {
  const result = normalise(text, 'NFKC').replace(/[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'’.]*(?<!\.)/g, (word) =>
    inOneScript(word, language),
  );
  return normalise(result, 'NFC');
}

function inOneScript(written: string, language: Script): string {
  const word = written.replaceAll(/['’]/g, '').normalize('NFD').replace(/\p{M}/gu, '');
  const bare = word.replaceAll('.', '');
  const spelling = ENGLISH_SOUNDS.get(bare.toLowerCase());
  const spelled =
    bare.length === 1 ||
    word.includes('.') ||
    (spelling === undefined && bare === bare.toUpperCase() && bare.length <= LONGEST_LETTERS) ||
    !/[aeiouy]/i.test(bare);
  // "I" and "a" alone are letters too.
  if (spelled && (spelling === undefined || bare.length === 1)) {
    return Array.from(bare.toLowerCase(), (letter) => LETTERS[language][letter] ?? '').join(' ');
  }
  const parts = spelling === undefined ? bare.split(/(?<=[a-z])(?=[A-Z])/) : [bare];
  return parts
    .map((part) => {
      const small = part.toLowerCase();
      const sounds = ENGLISH_SOUNDS.get(small) ?? plural(small) ?? soundsBySpelling(small);
      return sounds
        .split(' ')
        .map((one) => SCRIPTS[language](one))
        .join(' ');
    })
    .join(' ');
}

function plural(word: string): string | undefined {
  const sounds = word.endsWith('s') ? ENGLISH_SOUNDS.get(word.slice(0, -1)) : undefined;
  return sounds && sounds + (/[pktfT]$/.test(sounds) ? 's' : 'z');
}

interface Writing {
  consonants: Record<string, string>;
  /** Each vowel at the start of a syllable, and after a consonant. */
  vowels: Record<string, readonly [string, string]>;
  /** Joins two consonants. */
  joint: string;
  /** A nasal before a stop, and at the end. */
  nasal: string;
}

const HINDI: Writing = {
  consonants: {
    p: 'प', b: 'ब', t: 'ट', d: 'ड', k: 'क', g: 'ग', c: 'च', j: 'ज', f: 'फ़', v: 'व', w: 'व', s: 'स', z: 'ज़', S: 'श',
    Z: 'ज़', T: 'थ', D: 'द', h: 'ह', m: 'म', n: 'न', N: 'ंग', l: 'ल', r: 'र', y: 'य', q: 'क',
  }, // prettier-ignore
  vowels: {
    a: ['अ', ''], A: ['आ', 'ा'], i: ['इ', 'ि'], I: ['ई', 'ी'], u: ['उ', 'ु'], U: ['ऊ', 'ू'], e: ['ए', 'े'], E: ['ऐ', 'ै'],
    o: ['ओ', 'ो'], O: ['ऑ', 'ॉ'], Y: ['आइ', 'ाइ'], W: ['आउ', 'ाउ'], X: ['ऑय', 'ॉय'],
  }, // prettier-ignore
  joint: '्',
  nasal: 'ं',
};
const BENGALI: Writing = {
  consonants: {
    p: 'প', b: 'ব', t: 'ট', d: 'ড', k: 'ক', g: 'গ', c: 'চ', j: 'জ', f: 'ফ', v: 'ভ', w: 'ওয়', s: 'স', z: 'জ', S: 'শ',
    Z: 'জ', T: 'থ', D: 'দ', h: 'হ', m: 'ম', n: 'ন', N: 'ং', l: 'ল', r: 'র', y: 'ইয়', q: 'ক',
  }, // prettier-ignore
  vowels: {
    a: ['আ', 'া'], A: ['আ', 'া'], i: ['ই', 'ি'], I: ['ই', 'ি'], u: ['উ', 'ু'], U: ['উ', 'ু'], e: ['এ', 'ে'], E: ['অ্যা', '্যা'],
    o: ['ও', 'ো'], O: ['অ', ''], Y: ['আই', 'াই'], W: ['আউ', 'াউ'], X: ['অয়', 'য়'],
  }, // prettier-ignore
  joint: '্',
  nasal: 'ং',
};

/** Pairs of consonants that are written separately in these scripts, since a syllable begins between them. */
const APART = /^(?:r[nvw]|nl|tw|[sktd]b|[dnls]w)$/;

const isVowel = (sound: string | undefined) => sound !== undefined && /[aAiIuUeEoOYWX]/.test(sound);

/** Whether a consonant is joined with the next one. */
function joined(sounds: string, index: number): boolean {
  const after = sounds[index + 1];
  if (after === undefined || isVowel(after)) return false;
  return index === 0 || !APART.test(sounds.slice(index, index + 2)) || !isVowel(sounds[index + 2]);
}

/** Writes sounds such as "kampyUtar" in Devanagari. */
function inHindi(sounds: string): string {
  let text = '';
  for (const [index, sound] of Array.from(sounds).entries()) {
    const [before, after] = [sounds[index - 1], sounds[index + 1]];
    if (isVowel(sound)) {
      const [independent, joined] = HINDI.vowels[sound]!;
      text += before === undefined || isVowel(before) ? independent : joined;
      continue;
    }
    // A nasal before a stop of its own class is a dot.
    const own = (sound === 'm' && /[pb]/.test(after ?? '')) || (sound === 'n' && /[tdcj]/.test(after ?? ''));
    if (own && isVowel(before)) text += HINDI.nasal;
    else if (sound === 'N') text += /[gk]/.test(after ?? '') ? HINDI.nasal : HINDI.consonants[sound];
    else text += (HINDI.consonants[sound] ?? '') + (joined(sounds, index) ? HINDI.joint : '');
  }
  return text;
}

/** Writes sounds in Bengali: y and w are vowels before a vowel. */
function inBengali(phonemes: string): string {
  // The first vowel of "computer" is the inherent vowel of a consonant.
  const sounds = phonemes
    .replace(/^ka(?=[mn][^aAiIuUeEoOYWX])/, 'kO')
    .replace(/w(?=[iI])/g, 'u')
    .replace(/wO/g, 'wA');
  let text = '';
  for (const [index, sound] of Array.from(sounds).entries()) {
    const [before, after] = [sounds[index - 1], sounds[index + 1]];
    if (sound === 'y') {
      const long = after === 'U' || after === 'u';
      if (before !== undefined && !isVowel(before)) text += 'ি';
      else if (before !== 'i' && before !== 'I') text += 'ই';
      if (!long && isVowel(after)) text += 'য়';
      continue;
    }
    if (sound === 'w' && (after === 'u' || after === 'U')) continue;
    if (isVowel(sound)) {
      const [independent, joined] = BENGALI.vowels[sound]!;
      const own =
        before === undefined ||
        isVowel(before) ||
        (before === 'y' && /[uU]/.test(sound)) ||
        (before === 'w' && /[uU]/.test(sound));
      text += own ? independent : joined;
      continue;
    }
    if (sound === 'N') text += BENGALI.nasal;
    else {
      const joins = joined(sounds, index) && after !== 'y' && sound !== 'w' && after !== 'w';
      text += (BENGALI.consonants[sound] ?? '') + (joins ? BENGALI.joint : '');
    }
  }
  return text;
}

const SCRIPTS: Record<Script, (sounds: string) => string> = { hi: inHindi, bn: inBengali };
