import { extname } from 'node:path';
import { z } from 'zod';
import { decodeEntities } from '#text/letters/entities.ts';
import { firstEntries } from './first-entries.ts';

/** The maximum number of files of an item that are considered. */
export const MAX_FILES = 1000;
/** The maximum number of values of one field that are read. */
const MAX_VALUES = 20;
const values = z.union([z.string(), firstEntries(z.string(), MAX_VALUES)]);

/** A field may be a single value or a list, and numbers are text. */
export const joinedText = values
  .transform((value) => (typeof value === 'string' ? value : value.filter((one) => one !== null).join(', ')))
  .optional()
  .catch(undefined);
export const firstText = values
  .transform((value) => (typeof value === 'string' ? value : (value[0] ?? undefined)))
  .optional()
  .catch(undefined);

const fileSchema = z.object({
  name: z.string(),
  size: z.coerce.number().catch(0),
  md5: z.string().optional(),
  /** In seconds, or as hh:mm:ss. */
  length: z.string().optional(),
  private: z.string().optional(),
});
export type ItemFile = z.infer<typeof fileSchema>;

/** The record of an item; empty for an unknown one. */
export const itemSchema = z.object({
  is_dark: z.boolean().optional(),
  metadata: z
    .object({
      title: firstText,
      description: joinedText,
      creator: joinedText,
      licenseurl: firstText,
    })
    .optional(),
  files: firstEntries(fileSchema, MAX_FILES).optional(),
});
export type Item = z.infer<typeof itemSchema>;

/** Ordered from worst to best: a conversion of an item's own film is usually the first. */
const KINDS = ['.mpg', '.mpeg', '.avi', '.ogv', '.mov', '.mkv', '.webm', '.m4v', '.mp4'];

/** Chooses the file of an item to download: playable, of the best type, and the largest that we accept. */
export function chooseFile(files: (ItemFile | null)[], maxBytes: number): ItemFile | undefined {
  const rank = ({ name }: ItemFile) => KINDS.indexOf(extname(name).toLowerCase());
  return files
    .filter((file) => file !== null)
    .filter((file) => rank(file) >= 0 && file.private !== 'true' && file.size <= maxBytes)
    .toSorted((a, b) => rank(b) - rank(a) || b.size - a.size)[0];
}

/** Returns 0 if the duration is unknown. */
export function durationMsOf({ length = '' }: ItemFile): number {
  if (!/^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(length)) return 0;
  return Math.round(length.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}

/** Returns the common name of the licence at a URL. */
export function licenseName(url: string): string | null {
  const [, kind, code = '', version] =
    /creativecommons\.org\/(licenses|publicdomain)(?:\/([a-z-]+))?(?:\/(\d[\d.]*))?/.exec(url) ?? [];
  if (kind === undefined) return url || null;
  if (code === 'zero') return 'CC0';
  if (kind === 'publicdomain' || code === 'publicdomain') return 'Public Domain';
  return ['CC', code.toUpperCase(), version].filter(Boolean).join(' ');
}

/** Returns a description without its HTML. */
export function textOfHtml(html: string): string {
  const text = html
    .replaceAll(/<(br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    // A tag may be unclosed, also where a description was cut off.
    .replaceAll(/<[a-z/!][^<>]*(?=<|$)/gi, '')
    .replaceAll(/<[^<>]*>/g, '');
  return decodeEntities(text).trim();
}
