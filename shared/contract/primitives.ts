import { z } from 'zod';
import { MAX_TITLE } from './limits.ts';
import { ASPECTS } from './shapes.ts';

/** Language codes as stored and sent. `name` is the name on the page. English is the default. */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'bn', name: 'Bengali' },
  { code: 'hi', name: 'Hindi' },
] as const;
export type Language = (typeof LANGUAGES)[number]['code'];

const languageCodes = LANGUAGES.map((l) => l.code) as [Language, ...Language[]];

export const languageCodeSchema = z.enum(languageCodes);

/** Accepts a code (`hi`) or a name in any case (`Hindi`); returns the code. */
export const languageSchema = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const normalised = value.trim().toLowerCase();
  return LANGUAGES.find((l) => l.code === normalised || l.name.toLowerCase() === normalised)?.code ?? value;
}, languageCodeSchema);

export const QUALITIES = ['720p', '1080p', '4k'] as const;
export const qualitySchema = z.enum(QUALITIES);
export type Quality = z.infer<typeof qualitySchema>;

export const aspectSchema = z.enum(ASPECTS);

export const genderSchema = z.enum(['male', 'female']);
export type Gender = z.infer<typeof genderSchema>;

export const themeSchema = z.enum(['light', 'dark', 'system']);

/** ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime();

/** Seconds with millisecond precision, the unit of the API. */
export const secondsSchema = z.number().min(0).max(86_400);

export const uuidSchema = z.uuid();

/** Text that a database accepts: no NUL characters, no lone surrogates. */
export const STORABLE = /^[^\0\p{Cs}]*$/u;

export const titleSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a title.')
  .max(MAX_TITLE, `A title has at most ${MAX_TITLE} characters.`);

/** hh:mm:ss.mmm, the time format of the generation payload. */
export const clockSchema = z.string().regex(/^\d{2,}:[0-5]\d:[0-5]\d\.\d{3}$/);

/** The language spoken in a video; `auto` detects it. */
export const spokenLanguageSchema = z.enum(['auto', 'en', 'hi', 'bn']);
export type SpokenLanguage = z.infer<typeof spokenLanguageSchema>;

/** Whole milliseconds. */
export const ms = z.int().min(0);
