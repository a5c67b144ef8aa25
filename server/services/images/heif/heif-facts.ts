import type { ColorCodes } from '../colors/color-codes.ts';
import type { FileReader } from '../formats/file-reader.ts';
import { type ImageFacts, MAX_ICC_BYTES, PLAIN } from '../formats/image-facts.ts';
import { fileBoxes } from './boxes.ts';
import { type HeifItem, readHeifIndex } from './heif-index.ts';

/** Reads what a HEIF image states beside its pixels. */
export async function readHeif(file: FileReader): Promise<ImageFacts> {
  const boxes = await fileBoxes(file);
  const index = await readHeifIndex(file);
  const truncated = index === null || boxes.some(({ end }) => end > file.size);
  const animated = boxes.some(({ type }) => type === 'moov');
  if (!index) return { ...PLAIN, truncated, animated };
  const { primary } = index;
  return {
    icc: iccOf(primary),
    codes: codesOf(primary),
    orientation: orientationOf(primary),
    truncated,
    animated,
  };
}

/** Returns the contents of the first of these kinds of colour properties. */
const colorsOf = ({ properties }: HeifItem, kinds: string[]): Buffer | undefined =>
  properties
    .find(({ type, data }) => type === 'colr' && kinds.includes(data.toString('latin1', 0, 4)))
    ?.data.subarray(4);

function iccOf(item: HeifItem): Buffer | null {
  const icc = colorsOf(item, ['prof', 'rICC']);
  return icc && icc.length <= MAX_ICC_BYTES ? icc : null;
}

function codesOf(item: HeifItem): ColorCodes | null {
  const nclx = colorsOf(item, ['nclx']);
  if (!nclx || nclx.length < 4) return null;
  return { primaries: nclx.readUInt16BE(0), transfer: nclx.readUInt16BE(2) };
}

/**
 * Exif orientations by quarter turns counterclockwise, followed by mirroring: none, top to bottom, left to
 * right.
 */
const ORIENTATIONS = [
  [1, 4, 2],
  [8, 5, 7],
  [3, 2, 4],
  [6, 7, 5],
] as const;

/**
 * Returns the rotation and mirroring of an image. Its Exif data repeat them, but do not apply in these
 * formats.
 */
function orientationOf({ properties }: HeifItem): number {
  const valueOf = (name: string) => properties.find(({ type }) => type === name)?.data[0];
  const turns = ((valueOf('irot') ?? 0) & 3) as 0 | 1 | 2 | 3;
  const axis = valueOf('imir');
  return ORIENTATIONS[turns][axis === undefined ? 0 : (axis & 1) === 0 ? 1 : 2];
}
