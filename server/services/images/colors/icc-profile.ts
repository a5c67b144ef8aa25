/** Light of one channel, 0 to 1, for its value, 0 to 1. */
export type Curve = (value: number) => number;

/**
 * How an image's values are converted to light: a curve for each channel, and the channels' XYZ at white D50.
 */
export interface ColorProfile {
  curves: readonly [Curve, Curve, Curve];
  /** XYZ of full red, green and blue. */
  primaries: readonly [Xyz, Xyz, Xyz];
}

export type Xyz = readonly [x: number, y: number, z: number];

const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
/** More tags or points than any real profile has. */
const MAX_TAGS = 256;
const MAX_POINTS = 65_536;
const D50: Xyz = [0.9642, 1, 0.8249];
/** The number of parameters of each type of parametric curve. */
const PARAMETERS = [1, 3, 4, 5, 7];

/**
 * Returns the matrix and curves of an RGB or grey ICC profile. Returns `null` if the profile is damaged or
 * unsupported: with tables only, as for printers, or for CMYK.
 */
export function parseIcc(icc: Buffer): ColorProfile | null {
  try {
    return profileOf(icc);
  } catch (error) {
    // An offset beyond the end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function profileOf(icc: Buffer): ColorProfile | null {
  if (icc.toString('latin1', 36, 40) !== 'acsp' || icc.toString('latin1', 20, 24) !== 'XYZ ') return null;
  const tags = tagsOf(icc);
  const curve = (name: string) => curveOf(tags.get(name));
  const space = icc.toString('latin1', 16, 20);
  if (space === 'GRAY') {
    const grey = curve('kTRC');
    if (!grey) return null;
    const third: Xyz = [D50[0] / 3, D50[1] / 3, D50[2] / 3];
    return { curves: [grey, grey, grey], primaries: [third, third, third] };
  }
  if (space !== 'RGB ') return null;
  const curves = [curve('rTRC'), curve('gTRC'), curve('bTRC')];
  const primaries = [xyzOf(tags.get('rXYZ')), xyzOf(tags.get('gXYZ')), xyzOf(tags.get('bXYZ'))];
  if ([...curves, ...primaries].includes(null)) return null;
  return { curves, primaries } as unknown as ColorProfile;
}

function tagsOf(icc: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(MAX_TAGS, icc.readUInt32BE(HEADER_BYTES));
  for (let index = 0; index < count; index += 1) {
    const at = HEADER_BYTES + 4 + index * ENTRY_BYTES;
    const start = icc.readUInt32BE(at + 4);
    tags.set(icc.toString('latin1', at, at + 4), icc.subarray(start, start + icc.readUInt32BE(at + 8)));
  }
  return tags;
}

const fixed = (tag: Buffer, at: number) => tag.readInt32BE(at) / 65_536;

function xyzOf(tag: Buffer | undefined): Xyz | null {
  if (tag?.toString('latin1', 0, 4) !== 'XYZ ') return null;
  return [fixed(tag, 8), fixed(tag, 12), fixed(tag, 16)];
}

function curveOf(tag: Buffer | undefined): Curve | null {
  const type = tag?.toString('latin1', 0, 4);
  if (tag && type === 'curv') return sampledCurve(tag);
  return tag && type === 'para' ? parametricCurve(tag) : null;
}

function sampledCurve(tag: Buffer): Curve | null {
  const count = tag.readUInt32BE(8);
  if (count === 0) return (value) => value;
  if (count === 1) {
    const gamma = tag.readUInt16BE(12) / 256;
    return (value) => value ** gamma;
  }
  if (count > MAX_POINTS) return null;
  const points = Array.from({ length: count }, (_, index) => tag.readUInt16BE(12 + 2 * index) / 65_535);
  return (value) => {
    const place = value * (count - 1);
    const before = Math.min(count - 2, Math.floor(place));
    const part = place - before;
    return points[before]! * (1 - part) + points[before + 1]! * part;
  };
}

/** The five functions of ICC.1, table 68. */
function parametricCurve(tag: Buffer): Curve | null {
  const type = tag.readUInt16BE(8);
  const count = PARAMETERS[type];
  if (count === undefined) return null;
  const parameters = Array.from({ length: count }, (_, index) => fixed(tag, 12 + 4 * index));
  const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = parameters;
  const power = (value: number) => Math.max(0, a * value + b) ** gamma;
  if (type === 0) return (value) => value ** gamma;
  if (type === 1) return (value) => (value >= -b / a ? power(value) : 0);
  if (type === 2) return (value) => (value >= -b / a ? power(value) + c : c);
  return (value) => (value >= d ? power(value) + e : c * value + f);
}
