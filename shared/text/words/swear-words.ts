import { normalise } from '../letters/normalise.ts';

const list = (words: string): string[] => normalise(words, 'NFC').trim().split(/\s+/);

/** Ordinary words that are crude at most in a title. */
const MILD_WORDS = new Set(list('hell rape sex sexy'));
/** Swear words, and the beginnings of others. A recogniser produces them by mistake from harmless speech. */
const SWEAR_WORDS = new Set(
  list(`ass asses arse arses cock cocks cum cunt cunts dick dicks dyke fag fags fanny jizz kike piss pissed prick
    pricks puss pussy spic tit tits titty turd twat wop chut lund gand
    गांड गाण्ड गाँड चूत लंड लण्ड लौड़ा लौड़े लवड़ा लवड़े रंडी रण्डी हरामी झांट झाँट टट्टी
    গুদ ধোন মাগি মাগী বাল পোঁদ হাগু বেশ্যা রেন্ডি`),
);
const SWEAR_BEGINNINGS =
  list(`arsehole asshole bastard bitch blowjob bollock bugger bullshit chutiy bhosd bhosad dickhead
  faggot fuck goddam gaand horseshit jackass madarchod behenchod bahenchod motherf nigga nigger randi shit slut wank
  whore whoring चूति चुति चोद चुद भोसड़ भोसड मादरचोद बहनचोद भेनचोद गांडू गाण्डू हरामज हरामख
  চুদ চোদ খানকি খানকী মাদারচোদ হারামজ হারামি হারামী`);

/** Whether a word, in lower case without punctuation, is a swear word or a crude one. */
export function isSwearWord(key: string): boolean {
  return MILD_WORDS.has(key) || isStrong(normalise(key, 'NFC'));
}

/** Whether a word, as a recogniser writes it, is or contains a swear word. */
export const containsSwearWord = (text: string): boolean =>
  normalise(text, 'NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .some(isStrong);

const isStrong = (key: string): boolean =>
  SWEAR_WORDS.has(key) || SWEAR_BEGINNINGS.some((beginning) => key.startsWith(beginning));
