import { mkdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { renderSection } from '../../../worker/media/render.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { type Color, farthest, quarters, quartersOf } from '../../helpers/images/quarters.ts';
import { ffmpeg, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const at = tempFolder();
const SIZE = { width: 320, height: 192 };
/** The colours of the video's quarters in BT.709: top left and right, bottom left and right. */
const COLORS: Color[] = [
  [200, 60, 40],
  [40, 180, 60],
  [40, 60, 200],
  [230, 230, 230],
];

/** Makes a video of the four colours, converted by the zscale filter with these options. */
async function makeVideo(path: string, conversion: string, args: string[]): Promise<string> {
  const source = quarters(COLORS, [SIZE.width, SIZE.height]);
  const converted = `${source},zscale=min=gbr:tin=bt709:pin=bt709:r=tv:${conversion}`;
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '5'];
  await ffmpeg('-f', 'lavfi', '-i', converted, ...x264, ...args, path);
  return path;
}

const tags = (matrix: string, transfer: string, primaries: string): string[] =>
  `-colorspace ${matrix} -color_trc ${transfer} -color_primaries ${primaries}`.split(' ');

async function rendered(path: string): Promise<number[][]> {
  const outFile = `${path}.section.mov`;
  const spec = await sectionOf(path, { startMs: 0, endMs: 100 }, SIZE);
  await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
  return quartersOf(outFile, 'bt709');
}

describe('a standard dynamic range video with wide primaries', () => {
  it.each([
    ['BT.2020', 'm=bt2020nc:t=2020_10:p=bt2020,format=yuv420p10le', tags('bt2020nc', 'bt2020-10', 'bt2020')],
    ['BT.2020 by its matrix alone', 'm=bt2020nc:t=709:p=bt2020,format=yuv420p', ['-colorspace', 'bt2020nc']],
    ['Display P3', 'm=bt709:t=709:p=smpte432,format=yuv420p', tags('bt709', 'bt709', 'smpte432')],
    [
      'Display P3 with the transfer function of sRGB',
      'tin=iec61966-2-1:t=iec61966-2-1:m=smpte170m:p=smpte432,format=yuv420p',
      tags('smpte170m', 'iec61966-2-1', 'smpte432'),
    ],
    [
      'P3 in RGB',
      'm=gbr:t=709:p=smpte432:r=pc,format=gbrp',
      ['-color_primaries', 'smpte432', '-color_trc', 'bt709', '-c:v', 'ffv1'],
    ],
  ])('has its colours in the film: %s', async (name, conversion, args) => {
    const path = await makeVideo(at(`${name.replaceAll(' ', '-')}.mkv`), conversion, args);
    expect(farthest(await rendered(path), COLORS)).toBeLessThanOrEqual(7);
  });

  it('has its colours in the proxy and the thumbnail', async () => {
    const conversion = 'm=bt2020nc:t=2020_10:p=bt2020,format=yuv420p10le';
    const source = await makeVideo(at('wide.mp4'), conversion, tags('bt2020nc', 'bt2020-10', 'bt2020'));
    await mkdir(at('scan'));
    await scanMedia({ ffmpeg: testFfmpeg(), source, outDir: at('scan') });
    expect(farthest(await quartersOf(at('scan/proxy.mp4'), 'bt709'), COLORS)).toBeLessThanOrEqual(10);
    expect(farthest(await quartersOf(at('scan/thumbnail.jpg'), 'smpte170m'), COLORS)).toBeLessThanOrEqual(10);
  });

  it.runIf(hasTestMedia())('has the colours that a browser shows for a recorded video', async () => {
    const outFile = at('recorded.mov');
    const spec = await sectionOf(testMedia('cases/wg_bt2020.mp4'), { startMs: 0, endMs: 100 }, SIZE);
    await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
    const expected: Color[] = [
      [216, 66, 64],
      [0, 166, 78],
      [56, 89, 175],
      [200, 200, 200],
    ];
    expect(farthest(await quartersOf(outFile, 'bt709'), expected)).toBeLessThanOrEqual(7);
  });
});
