import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectUpload } from '../../../server/services/media/inspect-upload.ts';
import { writeStill } from '../../../server/services/media/still-image.ts';
import {
  codesBox,
  fromAvif,
  fromHevc,
  makeHeif,
  mirrorBox,
  profileBox,
  turnBox,
} from '../../helpers/images/heif-files.ts';
import { DISPLAY_P3, rgbProfile, SRGB_CURVE } from '../../helpers/images/profiles.ts';
import { type Color, farthest, quarters, quartersOf } from '../../helpers/images/quarters.ts';
import { ffmpeg, ffprobe, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const TILE: [number, number] = [64, 64];
const [RED, GREEN, BLUE, GREY]: [Color, Color, Color, Color] = [
  [200, 60, 40],
  [40, 180, 60],
  [40, 60, 200],
  [200, 200, 200],
];
const PLAIN = [RED, GREEN, BLUE, GREY];
let fileCount = 0;

/** Encodes a picture of the four colours as an HEVC stream. */
async function hevc(colors: readonly Color[]): Promise<ReturnType<typeof fromHevc>> {
  const path = at(`made-${fileCount++}.hevc`);
  const x265 = ['-c:v', 'libx265', '-pix_fmt', 'yuv444p', '-x265-params', 'log-level=error:lossless=1'];
  const color = 'scale=out_color_matrix=smpte170m:out_range=tv';
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    quarters(colors, TILE),
    '-frames:v',
    '1',
    '-vf',
    color,
    ...x265,
    '-colorspace',
    'smpte170m',
    path,
  );
  return fromHevc(await readFile(path));
}

async function stillOf(bytes: Buffer): Promise<{ seen: number[][]; size: string }> {
  const path = at(`image-${fileCount}`);
  const dir = at(`still-${fileCount++}`);
  await writeFile(path, bytes);
  const inspection = await inspectUpload(testFfmpeg(), path, { maxDurationMs: 60_000 });
  if (inspection.kind !== 'image') throw new Error('This is a video.');
  await mkdir(dir);
  await writeStill(testFfmpeg(), { path, format: inspection.format }, dir);
  const still = `${dir}/still.png`;
  return {
    seen: await quartersOf(still),
    size: await ffprobe(still, '-show_entries', 'stream=width,height'),
  };
}

async function refusalOf(bytes: Buffer): Promise<string> {
  const path = at(`image-${fileCount++}`);
  await writeFile(path, bytes);
  return inspectUpload(testFfmpeg(), path, { maxDurationMs: 60_000 }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

describe('a HEIC picture', () => {
  let plain: ReturnType<typeof fromHevc>;
  beforeAll(async () => {
    plain = await hevc(PLAIN);
  });
  const heic = (...properties: Buffer[]) =>
    makeHeif({
      brand: 'heic',
      codec: 'hvc1',
      configuration: plain.configuration,
      tiles: [plain.picture],
      tileSize: TILE,
      properties,
    });

  itInFullTier('becomes a still with its colours', async () => {
    const { seen, size } = await stillOf(heic());
    expect(farthest(seen, PLAIN)).toBeLessThanOrEqual(4);
    expect(size).toBe('64,64');
  });

  itInFullTier('is rotated and mirrored as its metadata states', async () => {
    const right = await stillOf(heic(turnBox(3)));
    expect(farthest(right.seen, [BLUE, RED, GREY, GREEN])).toBeLessThanOrEqual(4);
    const mirrored = await stillOf(heic(mirrorBox(1)));
    expect(farthest(mirrored.seen, [GREEN, RED, GREY, BLUE])).toBeLessThanOrEqual(4);
  });

  itInFullTier('has the colours of its profile', async () => {
    const { seen } = await stillOf(heic(profileBox(rgbProfile(DISPLAY_P3, SRGB_CURVE))));
    expect(seen[0]![0]).toBeGreaterThan(210);
    expect(farthest([seen[3]!], [GREY])).toBeLessThanOrEqual(4);
  });

  itInFullTier('is composed of its tiles, without the parts beyond its size', async () => {
    const colors = [RED, GREEN, BLUE, GREY];
    const tiles = await Promise.all(colors.map((color) => hevc([color, color, color, color])));
    const grid = { columns: 2, rows: 2, width: 120, height: 100 };
    const whole = makeHeif({
      brand: 'heic',
      codec: 'hvc1',
      configuration: tiles[0]!.configuration,
      tiles: tiles.map(({ picture }) => picture),
      tileSize: TILE,
      grid,
      properties: [turnBox(1)],
    });
    const { seen, size } = await stillOf(whole);
    expect(size).toBe('100,120');
    // Where two tiles meet, a quarter of the picture contains some of both colours.
    expect(farthest(seen, [GREEN, GREY, RED, BLUE])).toBeLessThanOrEqual(60);
  });

  it('is refused if it is cut off, too large or coded differently', async () => {
    const whole = heic();
    expect(await refusalOf(whole.subarray(0, -100))).toMatch(/It is incomplete: its end is missing\.$/);
    expect(await refusalOf(whole.subarray(0, 100))).toMatch(/It is incomplete: its end is missing\.$/);
    const { configuration, picture } = plain;
    const image = { brand: 'heic', configuration, tiles: [picture] };
    const large = makeHeif({ ...image, codec: 'hvc1', tileSize: [9000, 10] });
    expect(await refusalOf(large)).toMatch(/a side of more than 8192 pixels\.$/);
    const other = makeHeif({ ...image, codec: 'jpeg', tileSize: TILE });
    expect(await refusalOf(other)).toMatch(/This HEIC or AVIF image cannot be read\. Please choose/);
  });

  it.runIf(hasTestMedia())('becomes a still if it is a recorded file', async () => {
    const { seen, size } = await stillOf(await readFile(testMedia('cases/photo.heic')));
    expect(size).toBe('320,192');
    expect(farthest(seen, [RED, GREEN, BLUE, [230, 230, 230]])).toBeLessThanOrEqual(6);
  });
});

describe('an AVIF picture', () => {
  async function av1(colors: readonly Color[], range = 'tv'): Promise<ReturnType<typeof fromAvif>> {
    const path = at(`made-${fileCount++}.avif`);
    const aom = ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '5', '-pix_fmt', 'yuv444p'];
    const color = ['-vf', `scale=out_color_matrix=smpte170m:out_range=${range}`, '-colorspace', 'smpte170m'];
    const tags = [...color, '-color_range', range];
    await ffmpeg('-f', 'lavfi', '-i', quarters(colors, TILE), '-frames:v', '1', ...tags, ...aom, path);
    return fromAvif(await readFile(path));
  }
  async function avif(...properties: Buffer[]): Promise<Buffer> {
    const { configuration, picture } = await av1(PLAIN);
    return makeHeif({
      brand: 'avif',
      codec: 'av01',
      configuration,
      tiles: [picture],
      tileSize: TILE,
      properties,
    });
  }

  itInFullTier('becomes a still with its colours, rotated as its metadata states', async () => {
    const { seen } = await stillOf(await avif(turnBox(1)));
    expect(farthest(seen, [GREEN, GREY, RED, BLUE])).toBeLessThanOrEqual(12);
  });

  itInFullTier('is composed of its tiles', async () => {
    const tiles = await Promise.all([RED, BLUE].map((color) => av1([color, color, color, color])));
    const whole = makeHeif({
      brand: 'avif',
      codec: 'av01',
      configuration: tiles[0]!.configuration,
      tiles: tiles.map(({ picture }) => picture),
      tileSize: TILE,
      grid: { columns: 2, rows: 1, width: 128, height: 64 },
    });
    const { seen, size } = await stillOf(whole);
    expect(size).toBe('128,64');
    expect(farthest(seen, [RED, BLUE, RED, BLUE])).toBeLessThanOrEqual(12);
  });

  itInFullTier('has the colours of its code numbers', async () => {
    const { seen } = await stillOf(await avif(codesBox(12, 13, 6)));
    expect(seen[0]![0]).toBeGreaterThan(210);
    expect(farthest([seen[3]!], [GREY])).toBeLessThanOrEqual(4);
  });

  itInFullTier('shows black where it is transparent', async () => {
    const [white, black]: [Color, Color] = [
      [255, 255, 255],
      [0, 0, 0],
    ];
    const { configuration, picture } = await av1(PLAIN);
    const alpha = await av1([white, black, white, black], 'pc');
    const tiles = { codec: 'av01', configuration, tiles: [picture], tileSize: TILE };
    const { seen } = await stillOf(makeHeif({ brand: 'avif', ...tiles, alpha }));
    expect(farthest(seen, [RED, black, BLUE, black])).toBeLessThanOrEqual(12);
  });

  itInFullTier('has the colours of its profile, and is refused if it is cut off', async () => {
    const image = await avif(profileBox(rgbProfile(DISPLAY_P3, SRGB_CURVE)));
    const { seen } = await stillOf(image);
    expect(seen[0]![0]).toBeGreaterThan(210);
    expect(await refusalOf(image.subarray(0, -50))).toMatch(/It is incomplete/);
  });

  it('is refused if it is animated', async () => {
    const moov = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('moov', 'latin1')]);
    expect(await refusalOf(Buffer.concat([await avif(), moov]))).toMatch(/^An animated AVIF or HEIC image/);
  });

  it.runIf(hasTestMedia())('becomes a still if it is a recorded file', async () => {
    const { seen, size } = await stillOf(await readFile(testMedia('cases/plain.avif')));
    expect(size).toBe('320,192');
    expect(farthest(seen, [RED, GREEN, BLUE, [230, 230, 230]])).toBeLessThanOrEqual(6);
  });
});
