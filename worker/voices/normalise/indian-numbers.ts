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

/** How a language that counts so says figures and money. */
export interface IndianFigures {
  numbers: IndianNumbers;
  minus: string;
  /** Before the digits after the point. */
  point: string;
  /** One, many, and the parts of a hundred. */
  money: Record<Currency, readonly [one: string, many: string, parts: string | null]>;
  scales: Record<Scale, string>;
}

/** More digits than this are read one by one. */
const LONGEST = 15;

/** A whole number, given as its digits, in words. */
export function countIndian(whole: string, numbers: IndianNumbers): string {
  if (whole.length > LONGEST) return eachDigit(whole, numbers.ones);
  const value = Number(whole);
  return value === 0 ? numbers.ones[0]! : say(value, numbers).join(' ');
}

/** The digits one by one, with pauses between groups of a long number. */
export function eachDigit(digits: string, ones: readonly string[]): string {
  const words = Array.from(digits, (digit) => ones[Number(digit)]!);
  if (words.length < 7) return words.join(' ');
  return words
    .map((word, index) => (index % 5 === 4 && index + 1 < words.length ? `${word},` : word))
    .join(' ');
}

/** A figure: its whole number, and the digits after the point one by one. */
export function sayFigure(
  { whole, fraction, negative }: Figure,
  { numbers, minus, point }: IndianFigures,
): string {
  const said = (negative ? `${minus} ` : '') + countIndian(whole, numbers);
  const digits = Array.from(fraction, (digit) => numbers.ones[Number(digit)]);
  return fraction === '' ? said : `${said} ${point} ${digits.join(' ')}`;
}

/** An amount of money: two digits after the point are its hundredths. */
export function sayMoney(
  value: Figure,
  currency: Currency,
  scale: Scale | null,
  figures: IndianFigures,
): string {
  const [one, many, part] = figures.money[currency];
  const figure = sayFigure(value, figures);
  if (scale !== null) return `${figure} ${figures.scales[scale]} ${many}`;
  const name = Number(value.whole) === 1 ? one : many;
  if (part === null || value.fraction.length !== 2) {
    return `${figure} ${value.fraction === '' ? name : many}`;
  }
  const parts = Number(value.fraction);
  const small = `${countIndian(String(parts), figures.numbers)} ${part}`;
  const whole = `${sayFigure({ ...value, fraction: '' }, figures)} ${name}`;
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
