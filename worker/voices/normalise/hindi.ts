import {
  countIndian,
  eachDigit,
  type IndianFigures,
  type IndianNumbers,
  figureWords,
  moneyWords,
} from './indian-numbers.ts';
import type { Clock, Figure, Scale, SpokenLanguage, Unit } from './words.ts';

const ONES = `शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सतासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे`.split(
  /\s+/,
);
const NUMBERS: IndianNumbers = {
  ones: ONES,
  hundred: (count) => `${count} सौ`,
  thousand: 'हज़ार',
  lakh: 'लाख',
  crore: 'करोड़',
};
const MONTHS = 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' ');
const MONEY: IndianFigures['money'] = {
  dollar: ['डॉलर', 'डॉलर', 'सेंट'],
  euro: ['यूरो', 'यूरो', 'सेंट'],
  pound: ['पाउंड', 'पाउंड', 'पेंस'],
  rupee: ['रुपया', 'रुपये', 'पैसे'],
  taka: ['टका', 'टका', 'पैसे'],
  yen: ['येन', 'येन', null],
};
const SCALES: Record<Scale, string> = {
  thousand: 'हज़ार', lakh: 'लाख', million: 'मिलियन', crore: 'करोड़', billion: 'बिलियन', trillion: 'ट्रिलियन',
}; // prettier-ignore
const UNITS: Record<Unit, string> = {
  km: 'किलोमीटर', m: 'मीटर', cm: 'सेंटीमीटर', mm: 'मिलीमीटर', kg: 'किलोग्राम', g: 'ग्राम', mg: 'मिलीग्राम', l: 'लीटर', ml: 'मिलीलीटर',
  h: 'घंटे', min: 'मिनट', s: 'सेकंड', ms: 'मिलीसेकंड', 'km/h': 'किलोमीटर प्रति घंटा', mph: 'मील प्रति घंटा', 'm/s': 'मीटर प्रति सेकंड',
  '°C': 'डिग्री सेल्सियस', '°F': 'डिग्री फ़ारेनहाइट', '°': 'डिग्री', KB: 'किलोबाइट', MB: 'मेगाबाइट', GB: 'गीगाबाइट', TB: 'टेराबाइट',
  Hz: 'हर्ट्ज़', kHz: 'किलोहर्ट्ज़', MHz: 'मेगाहर्ट्ज़', GHz: 'गीगाहर्ट्ज़', W: 'वॉट', kW: 'किलोवॉट', kWh: 'किलोवॉट घंटे', V: 'वोल्ट', px: 'पिक्सेल',
  fps: 'फ़्रेम प्रति सेकंड', ft: 'फ़ुट', mi: 'मील', lb: 'पाउंड', oz: 'औंस', 'm²': 'वर्ग मीटर', 'km²': 'वर्ग किलोमीटर', 'm³': 'घन मीटर',
}; // prettier-ignore

const FIGURES: IndianFigures = {
  numbers: NUMBERS,
  minus: 'माइनस',
  point: 'दशमलव',
  money: MONEY,
  scales: SCALES,
};

const cardinal = (whole: string) => countIndian(whole, NUMBERS);

const figure = (value: Figure) => figureWords(value, FIGURES);

function partOfDay(hour: number, half: 'am' | 'pm'): string {
  const of12 = hour % 12;
  if (half === 'am') return of12 < 4 ? 'रात' : 'सुबह';
  return of12 < 4 ? 'दोपहर' : of12 < 8 ? 'शाम' : 'रात';
}

function clock({ hour, minute, second, half }: Clock): string {
  const word = (value: number) => cardinal(String(value));
  if (second !== null) return `${word(hour)} घंटे ${word(minute)} मिनट ${word(second)} सेकंड`;
  const day = half === null ? '' : `${partOfDay(hour, half)} `;
  const idiom = hour >= 1 && hour <= 12;
  if (minute === 0) return `${day}${word(hour)} बजे`;
  if (idiom && minute === 30) return `${day}${andHalf(hour)} बजे`;
  if (idiom && minute === 15) return `${day}सवा ${word(hour)} बजे`;
  if (idiom && minute === 45) return `${day}पौने ${word((hour % 12) + 1)} बजे`;
  return `${day}${word(hour)} बजकर ${word(minute)} मिनट`;
}

const andHalf = (whole: number) =>
  ({ 0: 'आधा', 1: 'डेढ़', 2: 'ढाई' })[whole] ?? `साढ़े ${cardinal(String(whole))}`;

/** The stems of irregular ordinals, without the vowel of their gender. */
const ORDINALS: Record<number, string> = { 1: 'पहल', 2: 'दूसर', 3: 'तीसर', 4: 'चौथ', 6: 'छठ' };

function ordinal(whole: string, ending: string): string {
  const vowel = /[\u0940\u0947]/.exec(ending)?.[0] ?? '\u093E';
  const stem = ORDINALS[Number(whole)];
  if (stem !== undefined) return stem + vowel;
  return `${cardinal(whole)}व${vowel}${vowel === '\u093E' ? '\u0901' : '\u0902'}`;
}

const wholeWord = (word: string) => new RegExp(String.raw`(?<![\p{L}\p{M}])${word}(?![\p{L}\p{M}])`, 'gu');

export const HINDI: SpokenLanguage = {
  cardinal,
  digits: (text) => eachDigit(text, ONES),
  figure,
  percent: (value) => `${figure(value)} प्रतिशत`,
  money: (value, currency, scale) => moneyWords(value, currency, scale, FIGURES),
  measure: (value, unit) => `${figure(value)} ${UNITS[unit]}`,
  clock,
  date: ({ day, month, year: of }) =>
    `${cardinal(String(day))} ${MONTHS[month - 1]}${of === null ? '' : ` ${year(of)}`}`,
  year,
  andHalf,
  fraction: (part, whole) =>
    part === 1 && whole === 2 ? 'आधा' : `${cardinal(String(part))} बटा ${cardinal(String(whole))}`,
  signs: {
    and: 'और', plus: 'प्लस', minus: 'माइनस', equals: 'बराबर', times: 'गुणा', at: 'ऐट', number: 'नंबर', to: 'से',
    about: 'लगभग', dot: 'डॉट', slash: 'स्लैश', dash: 'डैश', underscore: 'अंडरस्कोर', by: 'बाय',
  }, // prettier-ignore
  shortForms: [
    [/(?<![\p{L}\p{M}])(?:डॉ|डा)[.॰]/gu, 'डॉक्टर'],
    [/(?<![\p{L}\p{M}])प्रो[.॰]/gu, 'प्रोफ़ेसर'],
    [/(?<![\p{L}\p{M}])पं[.॰]/gu, 'पंडित'],
    [/(?<![\p{L}\p{M}])स्व[.॰]/gu, 'स्वर्गीय'],
    [/(?<![\p{L}\p{M}])नं[.॰]/gu, 'नंबर'],
    [/(?<![\p{L}\p{M}])ई[.॰]\s*पू[.॰]/gu, 'ईसा पूर्व'],
    [/कि[.॰]\s?मी[.॰]/gu, 'किलोमीटर'],
    [/कि[.॰]\s?ग्रा[.॰]/gu, 'किलोग्राम'],
    [/से[.॰]\s?मी[.॰]/gu, 'सेंटीमीटर'],
    [wholeWord('किमी'), 'किलोमीटर'],
    [wholeWord('किग्रा'), 'किलोग्राम'],
    [wholeWord('सेमी'), 'सेंटीमीटर'],
    [wholeWord('मिमी'), 'मिलीमीटर'],
    [/(?<![\p{L}\p{M}])रु[.॰]?\s*(?=\d)/gu, '₹'],
    [/(?<=\d)\s*रु[.॰]?(?![\p{L}\p{M}])/gu, ' रुपये'],
    [/(?<=\d)\/-/g, ''],
  ],
  afterClock: /^\s*बजे(?![\p{L}\p{M}])/u,
  endings: (text) =>
    text
      .replace(
        /(?<!\d)(\d+)[- ]?(वाँ|वां|वीं|वें|वे|था|थी|थे|ठा|ठी|ठे|ला|ली|ले|रा|री|रे)(?![\p{L}\p{M}])/gu,
        (_, whole: string, ending: string) => ordinal(whole, ending),
      )
      .replace(/\b(\d+)(?:st|nd|rd|th)\b/g, (_, whole: string) => ordinal(whole, '')),
};

/** The hundreds of the last century are counted as hundreds. */
function year(value: number): string {
  if (value < 1100 || value > 1999) return cardinal(String(value));
  const rest = value % 100;
  return `${ONES[Math.floor(value / 100)]} सौ${rest === 0 ? '' : ` ${ONES[rest]}`}`;
}
