import {
  countIndian,
  eachDigit,
  type IndianFigures,
  type IndianNumbers,
  figureWords,
  moneyWords,
} from './indian-numbers.ts';
import type { Clock, Figure, Scale, SpokenLanguage, Unit } from './words.ts';

const ONES = `শূন্য এক দুই তিন চার পাঁচ ছয় সাত আট নয় দশ এগারো বারো তেরো চৌদ্দ পনেরো ষোলো সতেরো আঠারো উনিশ
  বিশ একুশ বাইশ তেইশ চব্বিশ পঁচিশ ছাব্বিশ সাতাশ আটাশ ঊনত্রিশ ত্রিশ একত্রিশ বত্রিশ তেত্রিশ চৌত্রিশ পঁয়ত্রিশ ছত্রিশ সাঁইত্রিশ আটত্রিশ ঊনচল্লিশ
  চল্লিশ একচল্লিশ বিয়াল্লিশ তেতাল্লিশ চুয়াল্লিশ পঁয়তাল্লিশ ছেচল্লিশ সাতচল্লিশ আটচল্লিশ ঊনপঞ্চাশ পঞ্চাশ একান্ন বায়ান্ন তিপ্পান্ন চুয়ান্ন পঞ্চান্ন ছাপ্পান্ন সাতান্ন আটান্ন ঊনষাট
  ষাট একষট্টি বাষট্টি তেষট্টি চৌষট্টি পঁয়ষট্টি ছেষট্টি সাতষট্টি আটষট্টি ঊনসত্তর সত্তর একাত্তর বাহাত্তর তিয়াত্তর চুয়াত্তর পঁচাত্তর ছিয়াত্তর সাতাত্তর আটাত্তর ঊনআশি
  আশি একাশি বিরাশি তিরাশি চুরাশি পঁচাশি ছিয়াশি সাতাশি আটাশি ঊননব্বই নব্বই একানব্বই বিরানব্বই তিরানব্বই চুরানব্বই পঁচানব্বই ছিয়ানব্বই সাতানব্বই আটানব্বই নিরানব্বই`.split(
  /\s+/,
);
const NUMBERS: IndianNumbers = {
  ones: ONES,
  hundred: (count) => `${count}শো`,
  thousand: 'হাজার',
  lakh: 'লাখ',
  crore: 'কোটি',
};
const MONTHS = 'জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর'.split(' ');
const MONEY: IndianFigures['money'] = {
  dollar: ['ডলার', 'ডলার', 'সেন্ট'],
  euro: ['ইউরো', 'ইউরো', 'সেন্ট'],
  pound: ['পাউন্ড', 'পাউন্ড', 'পেন্স'],
  rupee: ['রুপি', 'রুপি', 'পয়সা'],
  taka: ['টাকা', 'টাকা', 'পয়সা'],
  yen: ['ইয়েন', 'ইয়েন', null],
};
const SCALES: Record<Scale, string> = {
  thousand: 'হাজার', lakh: 'লাখ', million: 'মিলিয়ন', crore: 'কোটি', billion: 'বিলিয়ন', trillion: 'ট্রিলিয়ন',
}; // prettier-ignore
const UNITS: Record<Unit, string> = {
  km: 'কিলোমিটার', m: 'মিটার', cm: 'সেন্টিমিটার', mm: 'মিলিমিটার', kg: 'কিলোগ্রাম', g: 'গ্রাম', mg: 'মিলিগ্রাম', l: 'লিটার', ml: 'মিলিলিটার',
  h: 'ঘণ্টা', min: 'মিনিট', s: 'সেকেন্ড', ms: 'মিলিসেকেন্ড', 'km/h': 'কিলোমিটার প্রতি ঘণ্টা', mph: 'মাইল প্রতি ঘণ্টা', 'm/s': 'মিটার প্রতি সেকেন্ড',
  '°C': 'ডিগ্রি সেলসিয়াস', '°F': 'ডিগ্রি ফারেনহাইট', '°': 'ডিগ্রি', KB: 'কিলোবাইট', MB: 'মেগাবাইট', GB: 'গিগাবাইট', TB: 'টেরাবাইট',
  Hz: 'হার্জ', kHz: 'কিলোহার্জ', MHz: 'মেগাহার্জ', GHz: 'গিগাহার্জ', W: 'ওয়াট', kW: 'কিলোওয়াট', kWh: 'কিলোওয়াট ঘণ্টা', V: 'ভোল্ট', px: 'পিক্সেল',
  fps: 'ফ্রেম প্রতি সেকেন্ড', ft: 'ফুট', mi: 'মাইল', lb: 'পাউন্ড', oz: 'আউন্স', 'm²': 'বর্গ মিটার', 'km²': 'বর্গ কিলোমিটার', 'm³': 'ঘন মিটার',
}; // prettier-ignore

const FIGURES: IndianFigures = {
  numbers: NUMBERS,
  minus: 'মাইনাস',
  point: 'দশমিক',
  money: MONEY,
  scales: SCALES,
};

const cardinal = (whole: string) => countIndian(whole, NUMBERS);

const figure = (value: Figure) => figureWords(value, FIGURES);

function partOfDay(hour: number, half: 'am' | 'pm'): string {
  const of12 = hour % 12;
  if (half === 'am') return of12 < 4 ? 'রাত' : of12 < 6 ? 'ভোর' : 'সকাল';
  return of12 < 3 ? 'দুপুর' : of12 < 6 ? 'বিকেল' : of12 < 8 ? 'সন্ধ্যা' : 'রাত';
}

function clock({ hour, minute, second, half }: Clock): string {
  const word = (value: number) => cardinal(String(value));
  if (second !== null) return `${word(hour)} ঘণ্টা ${word(minute)} মিনিট ${word(second)} সেকেন্ড`;
  const day = half === null ? '' : `${partOfDay(hour, half)} `;
  const idiom = hour >= 1 && hour <= 12;
  if (minute === 0) return `${day}${word(hour)}টা`;
  if (idiom && minute === 30) return `${day}${andHalf(hour)}টা`;
  if (idiom && minute === 15) return `${day}সোয়া ${word(hour)}টা`;
  if (idiom && minute === 45) return `${day}পৌনে ${word((hour % 12) + 1)}টা`;
  return `${day}${word(hour)}টা বেজে ${word(minute)} মিনিট`;
}

const andHalf = (whole: number) =>
  ({ 0: 'আধা', 1: 'দেড়', 2: 'আড়াই' })[whole] ?? `সাড়ে ${cardinal(String(whole))}`;

const ORDINALS = 'প্রথম দ্বিতীয় তৃতীয় চতুর্থ পঞ্চম ষষ্ঠ সপ্তম অষ্টম নবম দশম'.split(' ');
const ordinal = (whole: string) => ORDINALS[Number(whole) - 1] ?? `${cardinal(whole)}তম`;
const DAYS = ['পয়লা', 'দোসরা', 'তেসরা', 'চৌঠা'];

/** A day of a month has its own ordinals. */
function day(whole: string): string {
  const value = Number(whole);
  return DAYS[value - 1] ?? cardinal(whole) + (value <= 18 ? 'ই' : 'ে');
}

const wholeWord = (word: string) => new RegExp(String.raw`(?<![\p{L}\p{M}])${word}(?![\p{L}\p{M}])`, 'gu');
const MONTH = `(?:${[...MONTHS, 'বৈশাখ', 'জ্যৈষ্ঠ', 'আষাঢ়', 'শ্রাবণ', 'ভাদ্র', 'আশ্বিন', 'কার্তিক', 'অগ্রহায়ণ', 'পৌষ', 'মাঘ', 'ফাল্গুন', 'চৈত্র'].join('|')})`;

export const BENGALI: SpokenLanguage = {
  cardinal,
  digits: (text) => eachDigit(text, ONES),
  figure,
  percent: (value) => `${figure(value)} শতাংশ`,
  money: (value, currency, scale) => moneyWords(value, currency, scale, FIGURES),
  measure: (value, unit) => `${figure(value)} ${UNITS[unit]}`,
  clock,
  date: ({ day: of, month, year: at }) =>
    `${day(String(of))} ${MONTHS[month - 1]}${at === null ? '' : ` ${year(at)}`}`,
  year,
  andHalf,
  fraction: (part, whole) =>
    part === 1 && whole === 2 ? 'অর্ধেক' : `${cardinal(String(whole))} ভাগের ${cardinal(String(part))} ভাগ`,
  signs: {
    and: 'এবং', plus: 'প্লাস', minus: 'মাইনাস', equals: 'সমান', times: 'গুণ', at: 'অ্যাট', number: 'নম্বর', to: 'থেকে',
    about: 'প্রায়', dot: 'ডট', slash: 'স্ল্যাশ', dash: 'ড্যাশ', underscore: 'আন্ডারস্কোর', by: 'বাই',
  }, // prettier-ignore
  shortForms: [
    [/(?<![\p{L}\p{M}])ডা(?:\.|ঃ)/gu, 'ডাক্তার'],
    [/(?<![\p{L}\p{M}])ড(?:\.|ঃ)/gu, 'ডক্টর'],
    [/(?<![\p{L}\p{M}])মো(?:\.|ঃ)/gu, 'মোহাম্মদ'],
    [/(?<![\p{L}\p{M}])মোসা(?:\.|ঃ)/gu, 'মোসাম্মৎ'],
    [/(?<![\p{L}\p{M}])প্রো\./gu, 'প্রফেসর'],
    [/(?<![\p{L}\p{M}])অধ্যা\./gu, 'অধ্যাপক'],
    [wholeWord('নং'), 'নম্বর'],
    [/(?<![\p{L}\p{M}])খ্রি\./gu, 'খ্রিস্টাব্দ'],
    [/কি\.\s?মি\./gu, 'কিলোমিটার'],
    [wholeWord('কিমি'), 'কিলোমিটার'],
    [wholeWord('সেমি'), 'সেন্টিমিটার'],
    [wholeWord('মিমি'), 'মিলিমিটার'],
    [/(?<=\d)\/-/g, ''],
  ],
  afterClock: /^\s*টা/u,
  endings: (text) =>
    text
      .replace(
        new RegExp(String.raw`(?<!\d)(\d{1,2})(?:লা|রা|ঠা|ই|শে)?(?=\s+${MONTH})`, 'gu'),
        (_, whole: string) => day(whole),
      )
      .replace(/(?<!\d)(\d{1,2})(?:লা|ঠা|ই|শে)(?![\p{L}\p{M}])/gu, (_, whole: string) => day(whole))
      .replace(/(?<!\d)(\d+)(?:ম|য়|র্থ|ষ্ঠ|তম)(?![\p{L}\p{M}])/gu, (_, whole: string) => ordinal(whole))
      .replace(/\b(\d+)(?:st|nd|rd|th)\b/g, (_, whole: string) => ordinal(whole)),
};

function year(value: number): string {
  if (value < 1100 || value > 1999) return cardinal(String(value));
  const rest = value % 100;
  return `${ONES[Math.floor(value / 100)]}শো${rest === 0 ? '' : ` ${ONES[rest]}`}`;
}
