/** A figure in a text: its digits without separators, and those after the point. */
export interface Figure {
  whole: string;
  fraction: string;
  negative: boolean;
  /** Written with Indian separators: 1,00,000. */
  indian: boolean;
}

export interface Clock {
  hour: number;
  minute: number;
  second: number | null;
  half: 'am' | 'pm' | null;
}

export interface CalendarDate {
  day: number;
  /** 1 to 12. */
  month: number;
  year: number | null;
}

export const CURRENCIES = ['dollar', 'euro', 'pound', 'rupee', 'taka', 'yen'] as const;
export type Currency = (typeof CURRENCIES)[number];
export const SCALES = ['thousand', 'lakh', 'million', 'crore', 'billion', 'trillion'] as const;
export type Scale = (typeof SCALES)[number];
export type Unit =
  | 'km' | 'm' | 'cm' | 'mm' | 'kg' | 'g' | 'mg' | 'l' | 'ml' | 'h' | 'min' | 's' | 'ms'
  | 'km/h' | 'mph' | 'm/s' | '°C' | '°F' | '°' | 'KB' | 'MB' | 'GB' | 'TB' | 'Hz' | 'kHz' | 'MHz' | 'GHz'
  | 'W' | 'kW' | 'kWh' | 'V' | 'px' | 'fps' | 'ft' | 'mi' | 'lb' | 'oz' | 'm²' | 'km²' | 'm³'; // prettier-ignore
export type Sign =
  | 'and' | 'plus' | 'minus' | 'equals' | 'times' | 'at' | 'number' | 'to' | 'about' | 'dot' | 'slash'
  | 'dash' | 'underscore' | 'by'; // prettier-ignore

/** How a language reads figures and signs. Every function returns words without digits. */
export interface SpokenLanguage {
  cardinal(whole: string, options?: { indian?: boolean }): string;
  /** Digit by digit. */
  digits(digits: string): string;
  figure(figure: Figure): string;
  percent(figure: Figure): string;
  money(figure: Figure, currency: Currency, scale: Scale | null): string;
  measure(figure: Figure, unit: Unit): string;
  clock(clock: Clock): string;
  date(date: CalendarDate): string;
  year(year: number): string;
  /** A whole number and a half. */
  andHalf(whole: number): string;
  fraction(part: number, whole: number): string;
  signs: Record<Sign, string>;
  /** Written abbreviations with their spoken words, applied first. */
  shortForms: readonly (readonly [RegExp, string])[];
  /** A word after a time whose spoken form already contains it. */
  afterClock?: RegExp;
  /** Replaces ordinals and other figures with endings of this language, before plain figures. */
  endings(text: string): string;
}

export const MONTHS = [
  'january', 'february', 'march', 'april', 'may', 'june',
  'july', 'august', 'september', 'october', 'november', 'december',
] as const; // prettier-ignore
