import type { FileReader } from '../formats/file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, PLAIN } from '../formats/image-facts.ts';
import { fileBoxes } from './boxes.ts';
import { type HeifItem, readHeifIndex } from './heif-index.ts';

/** Reads what a picture of the HEIF family states beside its pixels. */
export async function readHeif(file: FileReader): Promise<ImageFacts> {
  const boxes = await fileBoxes(file);
  const index = await readHeifIndex(file);
  const truncated = index === null || boxes.some(({ end }) => end > file.size);
  const animated = boxes.some(({ type }) => type === 'moov');
  if (!index) return { ...PLAIN, truncated, animated };
  return { icc: iccOf(index.primary), orientation: orientationOf(index.primary), truncated, animated };
}

function iccOf({ properties }: HeifItem): Buffer | null {
  const colr = properties.find(
    ({ type, data }) => type === 'colr' && ['prof', 'rICC'].includes(data.toString('latin1', 0, 4)),
  );
  return colr && colr.data.length <= MAX_ICC_BYTES ? colr.data.subarray(4) : null;
}

/** Orientations of Exif by quarter turns counterclockwise, and then a mirroring: none, top to bottom, left to right. */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

/** The turn and the mirroring of a picture. Its Exif data, which repeat them, do not count in these formats. */
function orientationOf({ properties }: HeifItem): number {
  const valueOf = (wanted: string) => properties.find(({ type }) => type === wanted)?.data[0];
  const turns = ((valueOf('irot') ?? 0) & 3) as 0 | 1 | 2 | 3;
  const axis = valueOf('imir');
  return ORIENTATIONS[turns][axis === undefined ? 0 : (axis & 1) === 0 ? 1 : 2];
}
