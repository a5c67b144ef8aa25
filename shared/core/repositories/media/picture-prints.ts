import { z } from 'zod';
import { artifactKey } from '../../lib/artifact-key.ts';
import type { Executor } from '../../db/database.ts';
import { findArtifacts } from './artifacts.ts';

/**
 * Fingerprints of a scanned video's stills, by which the same images are found in another encoding. They are
 * an artifact of their own instead of a part of the scan, so scans of the previous version get them too.
 */
export const PICTURE_PRINTS = {
  name: 'picture-prints',
  version: 1,
  result: z.object({
    scanKey: z.string(),
    /** The time between two stills, in ms; the first one is at 0. */
    intervalMs: z.int().positive(),
    /** 64 bits each, in hexadecimal; `null` for a still without detail. */
    prints: z.array(z.string().length(16).nullable()),
  }),
};
export type PicturePrints = z.infer<(typeof PICTURE_PRINTS)['result']>;

export const printsKeyOf = (scanKey: string): string => artifactKey(PICTURE_PRINTS, [scanKey]);

/** Returns the existing fingerprints by the keys of their scans. */
export async function findPicturePrints(
  db: Executor,
  scanKeys: readonly string[],
): Promise<Map<string, PicturePrints>> {
  const artifacts = await findArtifacts(db, [...new Set(scanKeys)].map(printsKeyOf));
  const prints = [...artifacts.values()].map(({ data }) => PICTURE_PRINTS.result.parse(data));
  return new Map(prints.map((print) => [print.scanKey, print]));
}
