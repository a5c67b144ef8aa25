import type { Currency, Figure, Scale } from './words.ts';

/** The words of a language that counts in thousand, lakh and crore. */
export interface IndianNumbers {
  /** 0 to 99. */
  ones: readonly string[];
  /** 100 to 900, by the digit of the hundreds. */
  hundred(count: string, digit: number): string;
  thousand: string;
  lakh: string;
  crore: string;
}

/** How a language with this counting reads figures and money. */
export interface IndianFigures {
  numbers: IndianNumbers;
  minus: string;
  /** The word before the digits after the decimal point. */
  point: string;
  /** Singular, plural, and the hundredths. */
  money: Record<Currency, readonly [one: string, many: string, parts: string | null]>;
  scales: Record<Scale, string>;
}

/** Numbers with more digits than this are read digit by digit. */
const LONGEST = 15;

/** Returns a whole number, given as its digits, in words. */
export function countIndian(whole: string, numbers: IndianNumbers): string {
  if (whole.length > LONGEST) return eachDigit(whole, numbers.ones);
  const value = Number(whole);
  return value === 0 ? numbers.ones[0]! : say(value, numbers).join(' ');
}

/** Reads digits one by one, with pauses between groups of a long number. */
export function eachDigit(digits: string, ones: readonly string[]): string {
  const words = Array.from(digits, (digit) => ones[Number(digit)]!);
  if (words.length < 7) return words.join(' ');
  return words
    .map((word, index) => (index % 5 === 4 && index + 1 < words.length ? `${word},` : word))
    .join(' ');
}

/** Reads a figure: its whole number, and the digits after the point one by one. */
export function figureWords(
  { whole, fraction, negative }: Figure,
  { numbers, minus, point }: IndianFigures,
): string {
  const words = (negative ? `${minus} ` : '') + countIndian(whole, numbers);
  const digits = Array.from(fraction, (digit) => numbers.ones[Number(digit)]);
  return fraction === '' ? words : `${words} ${point} ${digits.join(' ')}`;
}

/** Reads an amount of money: two digits after the point are its hundredths. */
export function moneyWords(
  value: Figure,
  currency: Currency,
  scale: Scale | null,
  figures: IndianFigures,
): string {
  const [one, many, part] = figures.money[currency];
  const figure = figureWords(value, figures);
  if (scale !== null) return `${figure} ${figures.scales[scale]} ${many}`;
  const name = Number(value.whole) === 1 ? one : many;
  if (part === null || value.fraction.length !== 2) {
    return `${figure} ${value.fraction === '' ? name : many}`;
  }
  const parts = Number(value.fraction);
  const small = `${countIndian(String(parts), figures.numbers)} ${part}`;
  const whole = `${figureWords({ ...value, fraction: '' }, figures)} ${name}`;
  if (parts === 0) return whole;
  return Number(value.whole) === 0 ? small : `${whole} ${small}`;
}

function say(value: number, numbers: IndianNumbers): string[] {
  const { ones, hundred, thousand, lakh, crore } = numbers;
  const above = (size: number, name: string) =>
    value >= size ? [...say(Math.floor(value / size), numbers), name, ...say(value % size, numbers)] : null;
  if (value === 0) return [];
  return (
    above(10_000_000, crore) ??
    above(100_000, lakh) ??
    above(1000, thousand) ??
    (value >= 100
      ? [hundred(ones[Math.floor(value / 100)]!, Math.floor(value / 100)), ...say(value % 100, numbers)]
      : [ones[value]!])
  );
}
