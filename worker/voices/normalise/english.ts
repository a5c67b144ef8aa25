import {
  type CalendarDate,
  type Clock,
  type Currency,
  type Figure,
  MONTHS,
  type SpokenLanguage,
  type Unit,
} from './words.ts';

const ONES = [
  'zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve',
  'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
] as const; // prettier-ignore
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'] as const;
const SIZES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1000, 'thousand'],
] as const;
const INDIAN_SIZES = [
  [1e7, 'crore'],
  [1e5, 'lakh'],
  [1000, 'thousand'],
] as const;
const ORDINALS: Record<string, string> = {
  one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth',
}; // prettier-ignore
const LONGEST = 15;

function say(value: number, sizes: typeof SIZES | typeof INDIAN_SIZES): string[] {
  if (value === 0) return [];
  for (const [size, name] of sizes) {
    if (value >= size) return [...say(Math.floor(value / size), sizes), name, ...say(value % size, sizes)];
  }
  if (value >= 100) return [ONES[Math.floor(value / 100)]!, 'hundred', ...say(value % 100, sizes)];
  if (value < 20) return [ONES[value]!];
  return [TENS[Math.floor(value / 10)]!, ...say(value % 10, sizes)];
}

const digits = (text: string) => {
  const words = Array.from(text, (digit) => ONES[Number(digit)]!);
  return words
    .map((word, i) => (words.length >= 7 && i % 3 === 2 && i + 2 < words.length ? `${word},` : word))
    .join(' ');
};

function cardinal(whole: string, { indian = false } = {}): string {
  if (whole.length > LONGEST) return digits(whole);
  return say(Number(whole), indian ? INDIAN_SIZES : SIZES).join(' ') || ONES[0];
}

function ordinal(whole: string): string {
  const words = cardinal(whole).split(' ');
  const last = words.pop()!;
  return [
    ...words,
    ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last.replace(/t$/, '')}th`),
  ].join(' ');
}

function figure({ whole, fraction, negative, indian }: Figure): string {
  const words = cardinal(whole, { indian });
  const sign = negative ? 'minus ' : '';
  return fraction === ''
    ? sign + words
    : `${sign}${words} point ${Array.from(fraction, (digit) => ONES[Number(digit)]).join(' ')}`;
}

function year(value: number): string {
  const rest = value % 100;
  const century = Math.floor(value / 100);
  if (value < 1100 || value > 2099 || (value >= 2000 && value < 2010)) return cardinal(String(value));
  const head = cardinal(String(century));
  if (rest === 0) return `${head} hundred`;
  return `${head} ${rest < 10 ? 'oh ' : ''}${cardinal(String(rest))}`;
}

/** Singular and plural, and the hundredths. */
const MONEY: Record<Currency, readonly [string, string, readonly [string, string] | null]> = {
  dollar: ['dollar', 'dollars', ['cent', 'cents']],
  euro: ['euro', 'euros', ['cent', 'cents']],
  pound: ['pound', 'pounds', ['penny', 'pence']],
  rupee: ['rupee', 'rupees', ['paisa', 'paise']],
  taka: ['taka', 'taka', ['poisha', 'poisha']],
  yen: ['yen', 'yen', null],
};
const UNITS: Record<Unit, readonly [string, string]> = {
  km: ['kilometer', 'kilometers'], m: ['meter', 'meters'], cm: ['centimeter', 'centimeters'], mm: ['millimeter', 'millimeters'],
  kg: ['kilogram', 'kilograms'], g: ['gram', 'grams'], mg: ['milligram', 'milligrams'], l: ['liter', 'liters'],
  ml: ['milliliter', 'milliliters'], h: ['hour', 'hours'], min: ['minute', 'minutes'], s: ['second', 'seconds'],
  ms: ['millisecond', 'milliseconds'], 'km/h': ['kilometer per hour', 'kilometers per hour'],
  mph: ['mile per hour', 'miles per hour'], 'm/s': ['meter per second', 'meters per second'],
  '°C': ['degree Celsius', 'degrees Celsius'], '°F': ['degree Fahrenheit', 'degrees Fahrenheit'], '°': ['degree', 'degrees'],
  KB: ['kilobyte', 'kilobytes'], MB: ['megabyte', 'megabytes'], GB: ['gigabyte', 'gigabytes'], TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'], kHz: ['kilohertz', 'kilohertz'], MHz: ['megahertz', 'megahertz'], GHz: ['gigahertz', 'gigahertz'],
  W: ['watt', 'watts'], kW: ['kilowatt', 'kilowatts'], kWh: ['kilowatt hour', 'kilowatt hours'], V: ['volt', 'volts'],
  px: ['pixel', 'pixels'], fps: ['frame per second', 'frames per second'], ft: ['foot', 'feet'], mi: ['mile', 'miles'],
  lb: ['pound', 'pounds'], oz: ['ounce', 'ounces'], 'm²': ['square meter', 'square meters'],
  'km²': ['square kilometer', 'square kilometers'], 'm³': ['cubic meter', 'cubic meters'],
}; // prettier-ignore

const isOne = ({ whole, fraction }: Figure) => fraction === '' && Number(whole) === 1;

function clock({ hour, minute, second, half }: Clock): string {
  const word = (value: number) => cardinal(String(value));
  const plural = (value: number, name: string) => `${word(value)} ${name}${value === 1 ? '' : 's'}`;
  if (second !== null)
    return [plural(hour, 'hour'), plural(minute, 'minute'), plural(second, 'second')].join(' ');
  const end = half === null ? '' : half === 'am' ? ' A M' : ' P M';
  if (minute === 0) return word(hour) + (end || (hour > 12 || hour === 0 ? ' hundred hours' : " o'clock"));
  return `${word(hour)} ${minute < 10 ? 'oh ' : ''}${word(minute)}${end}`;
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);

/** Applied first, before "St." is read as a street. */
const SHORT_FORMS: [RegExp, string][] = [
  [/\bDr\.?(?=\s+\p{Lu})/gu, 'Doctor'], [/\bMr\.?(?=\s+\p{Lu})/gu, 'Mister'], [/\bMrs\.?(?=\s+\p{Lu})/gu, 'Missus'],
  [/\bMs\.(?=\s+\p{Lu})/gu, 'Miz'], [/\bProf\.(?=\s)/g, 'Professor'], [/\bSt\.(?=\s+\p{Lu})/gu, 'Saint'],
  [/\bSt\.(?=\s|$|,)/g, 'Street'], [/\bAve\.(?=\s|$|,)/g, 'Avenue'], [/\bRd\.(?=\s|$|,)/g, 'Road'], [/\bJr\./g, 'Junior'], [/\bSr\./g, 'Senior'],
  [/\bGen\.(?=\s+\p{Lu})/gu, 'General'], [/\bCol\.(?=\s+\p{Lu})/gu, 'Colonel'], [/\bCapt\.(?=\s)/g, 'Captain'],
  [/\bLt\.(?=\s)/g, 'Lieutenant'], [/\bSgt\.(?=\s)/g, 'Sergeant'], [/\bGov\.(?=\s+\p{Lu})/gu, 'Governor'], [/\bSen\.(?=\s+\p{Lu})/gu, 'Senator'],
  [/\bvs\.?(?=\s|$)/gi, 'versus'], [/\betc\.(?=\s+\p{Lu})/gu, 'et cetera.'], [/\betc\b\.?/gi, 'et cetera'], [/\be\.\s?g\.,?/gi, 'for example,'], [/\bi\.\s?e\.,?/gi, 'that is,'],
  [/\bapprox\.(?=\s)/gi, 'approximately'], [/\bNos?\.\s*(?=\d)/gi, 'number '], [/\bFig\.\s*(?=\d)/gi, 'figure '],
  [/\bVol\.\s*(?=\d)/gi, 'volume '], [/\bpp\.\s*(?=\d)/gi, 'pages '], [/\bp\.\s*(?=\d)/g, 'page '], [/\bch\.\s*(?=\d)/gi, 'chapter '],
  [/\bDept\.(?=\s)/gi, 'Department'], [/\bInc\./g, 'Incorporated'], [/\bLtd\./g, 'Limited'], [/\bCorp\./g, 'Corporation'], [/\bw\/o\b/gi, 'without'], [/\bw\/(?=\s)/gi, 'with'],
]; // prettier-ignore

export const ENGLISH: SpokenLanguage = {
  cardinal,
  digits,
  figure,
  percent: (value) => `${figure(value)} percent`,
  money(value, currency, scale) {
    const [one, many, part] = MONEY[currency];
    if (scale !== null) return `${figure(value)} ${scale} ${many}`;
    if (part && value.fraction.length === 2) {
      const cents = Number(value.fraction);
      const whole = `${figure({ ...value, fraction: '' })} ${Number(value.whole) === 1 ? one : many}`;
      if (cents === 0) return whole;
      const small = `${cardinal(String(cents))} ${cents === 1 ? part[0] : part[1]}`;
      return Number(value.whole) === 0 ? small : `${whole} and ${small}`;
    }
    return `${figure(value)} ${isOne(value) ? one : many}`;
  },
  measure: (value, unit) => `${figure(value)} ${UNITS[unit][isOne(value) ? 0 : 1]}`,
  clock,
  date({ day, month, year: of }: CalendarDate) {
    return `${capital(MONTHS[month - 1]!)} ${ordinal(String(day))}${of === null ? '' : `, ${year(of)}`}`;
  },
  year,
  andHalf: (whole) => `${cardinal(String(whole))} and a half`,
  fraction(part, whole) {
    if (part === 1 && whole === 2) return 'one half';
    const name = whole === 2 ? 'halve' : whole === 4 ? 'quarter' : ordinal(String(whole));
    return `${cardinal(String(part))} ${name}${part === 1 ? '' : 's'}`;
  },
  signs: {
    and: 'and', plus: 'plus', minus: 'minus', equals: 'equals', times: 'times', at: 'at', number: 'number', to: 'to',
    about: 'about', dot: 'dot', slash: 'slash', dash: 'dash', underscore: 'underscore', by: 'by',
  }, // prettier-ignore
  shortForms: SHORT_FORMS,
  endings: (text) =>
    text
      .replace(
        /\b(Chapter|Part|War|Act|Volume|Phase|Level|Book|Type|Section)\s+([IVX]{1,5})\b/g,
        (_, before: string, roman: string) => `${before} ${cardinal(String(fromRoman(roman)))}`,
      )
      .replace(/\b(\d[\d,]*)(?:st|nd|rd|th)\b/g, (_, whole: string) => ordinal(whole.replaceAll(',', '')))
      .replace(/(?<![\d.,])(1[1-9]|20)(\d)0['’]?s\b/g, (_, century: string, ten: string) =>
        decade(century, Number(ten)),
      )
      .replace(/(?<![\d.,])['’]?([2-9])0s\b/g, (_, ten: string) => decade('', Number(ten))),
};

/** "nineteen nineties". */
function decade(century: string, ten: number): string {
  const head = century === '' ? '' : `${cardinal(century)} `;
  if (ten === 0) return century === '20' ? 'two thousands' : `${head}hundreds`;
  return head + (ten === 1 ? 'tens' : `${TENS[ten]!.slice(0, -1)}ies`);
}

const ROMAN: Record<string, number> = { I: 1, V: 5, X: 10 };

function fromRoman(roman: string): number {
  const values = Array.from(roman, (letter) => ROMAN[letter]!);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
