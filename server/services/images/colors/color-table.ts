import type { ColorProfile, Xyz } from './icc-profile.ts';

/**
 * The points of the table along each channel. Interpolation between them is off by less than one of 255
 * steps.
 */
const POINTS = 33;
/** Differences from sRGB up to this are invisible: such a profile needs no table. */
const UNSEEN = 1 / 255;
/** From XYZ at white D50 to linear sRGB. */
const XYZ_TO_SRGB: readonly [Xyz, Xyz, Xyz] = [
  [3.133_856_1, -1.616_866_7, -0.490_614_6],
  [-0.978_768_4, 1.916_141_5, 0.033_454],
  [0.071_945_3, -0.228_991_4, 1.405_242_7],
];

/**
 * Returns the conversion of a profile's colours to sRGB as a table for ffmpeg's `lut3d` filter. Colours
 * outside sRGB are beyond 0 and 1, and the filter clips them. Returns `null` if the profile is sRGB, nearly
 * so, or meaningless.
 */
export function tableToSrgb({ curves, primaries }: ColorProfile): string | null {
  const steps = Array.from({ length: POINTS }, (_, index) => index / (POINTS - 1));
  const [redLight, greenLight, blueLight] = curves.map((curve) => steps.map(curve));
  // From linear RGB of the profile to linear sRGB.
  const matrix = XYZ_TO_SRGB.map((row) =>
    primaries.map((xyz) => row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2]),
  );
  let most = 0;
  const lines = [`LUT_3D_SIZE ${POINTS}`];
  for (const [b, blue] of steps.entries()) {
    for (const [g, green] of steps.entries()) {
      for (const [r, red] of steps.entries()) {
        const light = [redLight![r]!, greenLight![g]!, blueLight![b]!];
        const adapted = matrix.map((row) =>
          encoded(row[0]! * light[0]! + row[1]! * light[1]! + row[2]! * light[2]!),
        );
        most = Math.max(
          most,
          ...[red, green, blue].map((value, channel) => Math.abs(adapted[channel]! - value)),
        );
        lines.push(adapted.map((value) => value.toFixed(5)).join(' '));
      }
    }
  }
  return Number.isFinite(most) && most > UNSEEN ? `${lines.join('\n')}\n` : null;
}

/** The curve of sRGB, mirrored below 0, so that interpolation stays exact near colours outside sRGB. */
function encoded(light: number): number {
  const size = Math.abs(light);
  const value = size <= 0.003_130_8 ? 12.92 * size : 1.055 * size ** (1 / 2.4) - 0.055;
  return light < 0 ? -value : value;
}
