/** ICC profiles as cameras and programs embed them. */

type Xyz = readonly [x: number, y: number, z: number];

/** XYZ of red, green and blue for the white point D50. */
export const DISPLAY_P3: readonly [Xyz, Xyz, Xyz] = [
  [0.5151, 0.2412, -0.0011],
  [0.292, 0.6922, 0.0419],
  [0.1571, 0.0666, 0.7841],
];
export const ADOBE_RGB: readonly [Xyz, Xyz, Xyz] = [
  [0.6097, 0.3111, 0.0195],
  [0.2053, 0.6257, 0.0609],
  [0.1492, 0.0632, 0.7446],
];
export const SRGB: readonly [Xyz, Xyz, Xyz] = [
  [0.4361, 0.2225, 0.0139],
  [0.3851, 0.7169, 0.0971],
  [0.1431, 0.0606, 0.7141],
];

const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
const tag = (type: string, ...parts: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts]);

/** A pure power function, as in Adobe RGB. */
export const gammaCurve = (gamma: number): Buffer => tag('curv', u32(1), u16(Math.round(gamma * 256)));
/** The transfer function of sRGB in the profiles of Apple's devices. */
export const SRGB_CURVE: Buffer = tag(
  'para',
  u16(3),
  u16(0),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
);
/** A power function as a table of this many samples. */
export const sampledCurve = (gamma: number, count = 1024): Buffer =>
  tag(
    'curv',
    u32(count),
    ...Array.from({ length: count }, (_, index) => u16(Math.round((index / (count - 1)) ** gamma * 65_535))),
  );

function profile(space: 'RGB ' | 'GRAY', tags: [name: string, data: Buffer][]): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(0x0210_0000, 8);
  header.write(`mntr${space}XYZ `, 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  const table: Buffer[] = [u32(tags.length)];
  const data: Buffer[] = [];
  let at = header.length + 4 + tags.length * 12;
  for (const [name, bytes] of tags) {
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
    table.push(Buffer.from(name, 'latin1'), u32(at), u32(bytes.length));
    data.push(padded);
    at += padded.length;
  }
  const whole = Buffer.concat([header, ...table, ...data]);
  whole.writeUInt32BE(whole.length, 0);
  return whole;
}

export function rgbProfile([red, green, blue]: readonly [Xyz, Xyz, Xyz], curve: Buffer): Buffer {
  const xyz = (color: Xyz) => tag('XYZ ', ...color.map(fixed));
  return profile('RGB ', [
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

export const greyProfile = (curve: Buffer): Buffer => profile('GRAY', [['kTRC', curve]]);
