import { normalise } from '#text/letters/normalise.ts';
import type { Language } from '#contract/primitives.ts';
import { BENGALI } from './bengali.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { inScript } from './latin.ts';
import {
  type CalendarDate,
  type Currency,
  type Figure,
  MONTHS,
  type Scale,
  type SpokenLanguage,
  type Unit,
} from './words.ts';

const LANGUAGES: Record<Language, SpokenLanguage> = { en: ENGLISH, hi: HINDI, bn: BENGALI };

/** A figure with separators and a decimal point, but not a full stop after it. */
const NUMBER = String.raw`\d{1,3}(?:,\d{2,3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?`;
/** A figure does not begin inside another, or a word. */
const START = String.raw`(?<![\p{L}\p{N}]|\d[.,:/-])`;
const END = String.raw`(?![\p{L}\p{M}\p{N}])`;
const rule = (source: string, flags = 'gu') => new RegExp(source, flags);

const CURRENCY: Record<string, Currency> = {
  'us$': 'dollar', $: 'dollar', usd: 'dollar', '€': 'euro', eur: 'euro', '£': 'pound', gbp: 'pound',
  '₹': 'rupee', rs: 'rupee', 'rs.': 'rupee', inr: 'rupee', '৳': 'taka', tk: 'taka', 'tk.': 'taka', bdt: 'taka', '¥': 'yen',
}; // prettier-ignore
const MONEY_SIGN = String.raw`US\$|[$€£₹৳¥]|(?<![\p{L}\p{N}])(?:USD|EUR|GBP|INR|BDT|Rs\.?|Tk\.?)`;
const SCALE: Record<string, Scale> = {
  k: 'thousand', thousand: 'thousand', 'हज़ार': 'thousand', 'হাজার': 'thousand',
  lakh: 'lakh', lakhs: 'lakh', lac: 'lakh', 'लाख': 'lakh', 'লাখ': 'lakh', 'লক্ষ': 'lakh',
  m: 'million', mn: 'million', million: 'million', 'मिलियन': 'million', 'মিলিয়ন': 'million',
  cr: 'crore', crore: 'crore', crores: 'crore', 'करोड़': 'crore', 'কোটি': 'crore',
  b: 'billion', bn: 'billion', billion: 'billion', 'बिलियन': 'billion', 'বিলিয়ন': 'billion', trillion: 'trillion',
}; // prettier-ignore
const SCALE_NAME = Object.keys(SCALE).join('|');
const UNIT_ALIASES: Record<string, Unit> = {
  kmh: 'km/h', kmph: 'km/h', 'mi/h': 'mph', hr: 'h', hrs: 'h', sec: 's', secs: 's', mins: 'min', kgs: 'kg', lbs: 'lb', kb: 'KB', mb: 'MB', gb: 'GB', tb: 'TB',
  '℃': '°C', '℉': '°F', '° C': '°C', 'sq m': 'm²', 'sq km': 'km²', L: 'l',
}; // prettier-ignore
const UNIT_NAMES: Unit[] = [
  'km/h', 'mph', 'm/s', 'km²', 'm²', 'm³', 'kWh', 'kW', 'kHz', 'MHz', 'GHz', 'Hz', 'km', 'cm', 'mm', 'kg', 'mg', 'ml', 'min', 'ms',
  '°C', '°F', '°', 'KB', 'MB', 'GB', 'TB', 'px', 'fps', 'ft', 'mi', 'lb', 'oz', 'm', 'g', 'l', 'h', 's', 'W', 'V',
]; // prettier-ignore
const UNIT = [...Object.keys(UNIT_ALIASES), ...UNIT_NAMES].toSorted((a, b) => b.length - a.length).join('|');
const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`;
/** Words before a year that could also be a plain number. */
const BEFORE_YEAR =
  /(?:\b(?:in|since|from|until|till|by|year|of|before|after|around|circa|during|and|to)|सन|सन्|वर्ष|साल|সাল|সন)\s+$/iu;
const AFTER_YEAR = /^\s*(?:AD|BC|CE|BCE|में|ईस्वी|ई\.|के|তে|সালে|সালের|খ্রিস্টাব্দ)/u;

/**
 * Returns the words that a voice should speak for a written sentence: figures, dates, times, money, units,
 * abbreviations, signs and addresses are spelled out. If `latin` is `false`, English words in a Hindi or
 * Bengali text are written in its script.
 */
export function speakable(text: string, language: Language, { latin }: { latin: boolean }): string {
  const spoken = LANGUAGES[language];
  let result = ownDigits(normalise(text, 'NFC'));
  for (const [written, words] of spoken.shortForms) result = result.replace(written, words);
  result = addresses(result, spoken);
  result = dates(result, spoken, language);
  result = clocks(result, spoken);
  result = ranges(result, spoken);
  result = money(result, spoken);
  result = result.replace(rule(`${START}([-−]?)(${NUMBER})\\s?[%٪]`), (_, sign, number) =>
    spoken.percent(figureOf(number, sign)),
  );
  result = spoken.endings(result);
  result = result.replace(
    rule(`${START}([-−]?)(${NUMBER})[\\s-]?(${UNIT})${END}`),
    (_, sign, number, unit: string) =>
      spoken.measure(figureOf(number, sign), UNIT_ALIASES[unit] ?? (unit as Unit)),
  );
  result = figures(result, spoken);
  result = signs(result, spoken);
  if (language !== 'en' && !latin) result = inScript(result, language);
  return normalise(result, 'NFC')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ([,.!?;:।])/gu, '$1')
    .trim();
}

/** Devanagari and Bengali digits are read like the others. */
const ownDigits = (text: string) =>
  text.replace(/[\u0966-\u096F\u09E6-\u09EF]/g, (digit) => String((digit.charCodeAt(0) - 6) & 15));

function figureOf(number: string, sign = ''): Figure {
  const [whole = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const indian = /^\d{1,2}(?:,\d\d)+,\d{3}(?:\.|$)/.test(number);
  return { whole, fraction, negative: sign !== '', indian };
}

const DOMAIN = String.raw`(?:[\w-]+\.)+(?:com|org|net|in|bd|io|edu|gov|tv|app|dev|info|ai|uk|us|eu|de|fr)`;

function addresses(text: string, { signs }: SpokenLanguage): string {
  const parts = (address: string) =>
    address
      .replace(/(?<![.,;:!?)])[.,;:!?)]+$/, '')
      .replace(/(?<!\/)\/+$/, '')
      .replaceAll('.', ` ${signs.dot} `)
      .replaceAll('/', ` ${signs.slash} `)
      .replaceAll('-', ` ${signs.dash} `)
      .replaceAll('_', ` ${signs.underscore} `);
  return text
    .replace(
      rule(String.raw`(?<![\w.+-])([.+-]*)(\w[\w.+-]*)@(${DOMAIN})\b`, 'giu'),
      (_, before, name, domain) => `${before}${parts(name)} ${signs.at} ${parts(domain)}`,
    )
    .replace(
      rule(
        String.raw`(?<![\w-]|[\w-]\.)(?:https?://)?(?:www\.)?(${DOMAIN}(?::\d+)?(?:/[^\s?#]*)?)(?:[?#]\S*)?`,
        'giu',
      ),
      (match, address: string) => {
        const end = /(?<![.,;:!?)])[.,;:!?)]+$/.exec(match)?.[0] ?? '';
        return parts(address) + end;
      },
    )
    .replace(/https?:\/\/([^\s?#]+)\S*/giu, (_, address) => parts(address))
    .replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, `${signs.at} `)
    .replace(/#(?=\d)/g, `${signs.number} `)
    .replace(/(?<![\p{L}\p{N}])#(?=\p{L})/gu, '');
}

function dates(text: string, spoken: SpokenLanguage, language: Language): string {
  const say = (date: CalendarDate, written: string) =>
    date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= 31 ? spoken.date(date) : written;
  const numeric = text
    .replace(rule(`${START}(\\d{4})-(\\d{2})-(\\d{2})${END}`), (match, year, month, day) =>
      say({ day: Number(day), month: Number(month), year: Number(year) }, match),
    )
    .replace(
      rule(`${START}(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})${END}`),
      (match, first, _, second, year) => {
        const [a, b] = [Number(first), Number(second)];
        const monthFirst = language === 'en' && a <= 12;
        return say({ day: monthFirst ? b : a, month: monthFirst ? a : b, year: Number(year) }, match);
      },
    );
  if (language !== 'en') return numeric;
  const at = (name: string) =>
    MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
  return numeric
    .replace(
      rule(`\\b(${MONTH})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?${END}`, 'giu'),
      (match, month, day, year) =>
        isMonth(month)
          ? say({ day: Number(day), month: at(month), year: year ? Number(year) : null }, match)
          : match,
    )
    .replace(
      rule(
        `${START}(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH})\\b\\.?(?:,?\\s+(\\d{4})${END})?`,
        'giu',
      ),
      (match, day, month, year) =>
        isMonth(month)
          ? say({ day: Number(day), month: at(month), year: year ? Number(year) : null }, match)
          : match,
    );
}

/** "may 5" is not a date: a month has a capital letter. */
const isMonth = (name: string) => /^\p{Lu}/u.test(name);

function clocks(text: string, spoken: SpokenLanguage): string {
  const half = (written: string | undefined) => (written ? (/^p/i.test(written) ? 'pm' : 'am') : null);
  const noon = String.raw`(?:\s?([ap])\.?m\b\.?)`;
  const clock = rule(`${START}(\\d{1,2}):([0-5]\\d)(?::([0-5]\\d))?(?!:?\\d)${noon}?`, 'giu');
  const joined = text.replace(
    /(\d:\d\d(?:\s?[ap]\.?m\.?)?)\s?[-–—]\s?(?=\d{1,2}:\d\d)/giu,
    `$1 ${spoken.signs.to} `,
  );
  let result = '';
  let from = 0;
  for (const match of joined.matchAll(clock)) {
    const [written, hour, minute, second, noonLetter] = match;
    if (Number(hour) > 24 && second === undefined) continue;
    result += joined.slice(from, match.index);
    result += spoken.clock({
      hour: Number(hour),
      minute: Number(minute),
      second: second ? Number(second) : null,
      half: half(noonLetter),
    });
    from = match.index + written.length;
    from += spoken.afterClock?.exec(joined.slice(from))?.[0].length ?? 0;
  }
  result += joined.slice(from);
  return result.replace(rule(`${START}(\\d{1,2})${noon}`, 'giu'), (_, hour, letter) =>
    spoken.clock({ hour: Number(hour), minute: 0, second: null, half: half(letter) }),
  );
}

/** "10–15" is "10 to 15"; a currency stays with the last figure. */
function ranges(text: string, { signs }: SpokenLanguage): string {
  return text
    .replace(
      rule(`(${MONEY_SIGN})\\s?(${NUMBER})\\s?[-–—]\\s?(?:${MONEY_SIGN})?\\s?(?=${NUMBER})`, 'giu'),
      (_, sign, number) => `${number} ${signs.to} ${sign}`,
    )
    .replace(rule(`${START}(\\d+(?:\\.\\d+)?%?)\\s?[–—]\\s?(?=\\d)`), `$1 ${signs.to} `)
    .replace(
      rule(`${START}(\\d{1,4}(?:\\.\\d+)?%?)-(?=\\d{1,4}(?:\\.\\d+)?(?![\\d-]))(?!(?<=\\b\\d{3}-)\\d{4}\\b)`),
      `$1 ${signs.to} `,
    );
}

function money(text: string, spoken: SpokenLanguage): string {
  const say = (number: string, sign: string, scale: string | undefined, minus = '') =>
    spoken.money(
      figureOf(number, minus),
      CURRENCY[sign.toLowerCase()]!,
      scale ? SCALE[scale.toLowerCase()]! : null,
    );
  return text
    .replace(
      rule(`([-−]?)(${MONEY_SIGN})\\s?(${NUMBER})(?:\\s?(${SCALE_NAME})${END})?`, 'giu'),
      (_, minus, sign, number, scale) => say(number, sign, scale, minus),
    )
    .replace(
      rule(`${START}([-−]?)(${NUMBER})(?:\\s?(${SCALE_NAME}))?\\s?([$€£₹৳¥])`, 'giu'),
      (_, minus, number, scale, sign) => say(number, sign, scale, minus),
    );
}

function figures(text: string, spoken: SpokenLanguage): string {
  const { signs } = spoken;
  const word = (digits: string) => spoken.cardinal(digits);
  let result = text
    .replace(/(?<=[A-Za-z])-?(?=\d)|(?<=\d)(?=[A-WYZa-wyz]|x[A-Za-z])/g, ' ')
    .replace(/(?<!\d)(\d*)\s?([½¼¾])/g, (_, whole: string, part: string) => {
      if (part === '½') return whole === '' ? spoken.fraction(1, 2) : spoken.andHalf(Number(whole));
      const rest = spoken.fraction(part === '¼' ? 1 : 3, 4);
      return whole === '' ? rest : `${word(whole)} ${signs.and} ${rest}`;
    })
    .replace(rule(`${START}24/7${END}`), `${word('24')} ${word('7')}`)
    .replace(rule(`${START}(\\d{1,2})/(\\d{1,3})${END}`), (_, part, whole) =>
      spoken.fraction(Number(part), Number(whole)),
    )
    .replace(
      rule(`${START}\\+?\\d{10,}${END}`),
      (match) => (match.startsWith('+') ? `${signs.plus} ` : '') + spoken.digits(match.replace('+', '')),
    )
    .replace(
      rule(
        `${START}(?:(?:\\+\\d{1,3}[- ])?\\(?\\d{3,5}\\)?[- ]\\d{3,5}[- ]\\d{3,5}|\\+\\d{1,3}[- ]\\d{5}[- ]\\d{5})${END}`,
      ),
      (match) => (match.startsWith('+') ? `${signs.plus} ` : '') + spoken.digits(match.replace(/\D/g, '')),
    )
    .replace(rule(`${START}\\d{3}-\\d{4}${END}`), (match) => spoken.digits(match.replace('-', '')))
    .replace(rule(`(?<![\\d.,:])\\d+(?:\\.\\d+){2,}`), (match) =>
      match.split('.').map(word).join(` ${signs.dot} `),
    )
    .replace(
      /(\d)\s?[x×]\s?(?=\d)/giu,
      (match, digit) => `${digit} ${match.includes('×') && match.includes(' ') ? signs.times : signs.by} `,
    )
    .replace(/(\d):(?=\d)/g, `$1 ${signs.to} `);
  result = result.replace(
    rule(String.raw`(?<![\d.,])(?:1[1-9]|20)\d\d(?![\d%]|[.,]\d)`),
    (year, at: number, all: string) => {
      const certain = Number(year) >= 1900;
      const isMarked =
        BEFORE_YEAR.test(all.slice(Math.max(0, at - 12), at)) || AFTER_YEAR.test(all.slice(at + 4, at + 20));
      return certain || isMarked ? spoken.year(Number(year)) : year;
    },
  );
  return result
    .replace(rule(`(?<![\\p{L}\\p{N}])[-−](?=\\d)`), `${signs.minus} `)
    .replace(rule(NUMBER), (number: string) =>
      /^0\d/.test(number) && !number.includes('.') ? spoken.digits(number) : spoken.figure(figureOf(number)),
    );
}

const signs = (text: string, { signs: named }: SpokenLanguage) =>
  text
    .replace(/(?<!\s)\s*&\s*/g, ` ${named.and} `)
    .replace(/(?<!\s)\s+[+]\s+|(?<=[\p{L}\p{M}])\+(?=\s|$)/gu, ` ${named.plus} `)
    .replace(/(?<!\s)\s*=\s*/g, ` ${named.equals} `)
    .replace(/(?<!\s)\s*×\s*/g, ` ${named.times} `)
    .replace(/[~≈](?=\s?\p{L})/gu, `${named.about} `)
    .replace(/(?<!\s)\s*(?:→|->)\s*/g, ` ${named.to} `)
    .replace(/(?<=[\p{L}\p{M}])\/(?=\p{L})/gu, ' ');
