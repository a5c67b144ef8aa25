import type { ColorProfile, Curve, Xyz } from './icc-profile.ts';

/** Primaries and transfer function as ITU-T H.273 counts them. */
export interface ColorCodes {
  primaries: number;
  transfer: number;
}

/** XYZ of red, green and blue at white D50. */
const PRIMARIES: Record<number, readonly [Xyz, Xyz, Xyz]> = {
  // BT.2020, P3 with the white of cinemas, Display P3.
  9: [
    [0.6735, 0.279, -0.0019],
    [0.1657, 0.6753, 0.03],
    [0.125, 0.0456, 0.7969],
  ],
  11: [
    [0.4862, 0.2267, -0.0008],
    [0.3239, 0.7103, 0.0432],
    [0.1542, 0.063, 0.7825],
  ],
  12: [
    [0.5151, 0.2412, -0.0011],
    [0.292, 0.6922, 0.0419],
    [0.1571, 0.0666, 0.7841],
  ],
};
const HIGH_RANGE = new Set([16, 18]);

const srgb: Curve = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
/** Other functions of standard range are shown as that of sRGB, which displays have. */
const CURVES: Record<number, Curve> = {
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  8: (value) => value,
};

/** Returns the profile of these codes; `null` for colours of sRGB or BT.709, unknown ones and a high dynamic range. */
export function profileOfCodes({ primaries, transfer }: ColorCodes): ColorProfile | null {
  const xyz = PRIMARIES[primaries];
  if (!xyz || HIGH_RANGE.has(transfer)) return null;
  const curve = CURVES[transfer] ?? srgb;
  return { curves: [curve, curve, curve], primaries: xyz };
}
