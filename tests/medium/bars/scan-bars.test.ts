import { mkdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { barsIn } from '#film/framing/bars.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const at = tempFolder();
let fileCount = 0;

async function scan(source: string) {
  const outDir = at(`scan-${fileCount++}`);
  await mkdir(outDir);
  return scanMedia({ ffmpeg: testFfmpeg(), source, outDir });
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Returns the bars of a video that lavfi generates, in pixels of its frames: left, top, right, bottom. */
async function barsOf(picture: string, args: string[] = H264, name = 'video.mkv') {
  const path = at(`${fileCount++}-${name}`);
  await ffmpeg('-f', 'lavfi', '-i', picture, '-t', '3', ...args, path);
  return pixelsOf(path);
}
async function pixelsOf(path: string) {
  const result = await scan(path);
  const bars = barsIn({ startMs: 0, endMs: result.durationMs }, result);
  const { width, height } = result.video!;
  return bars && [bars.left * width, bars.top * height, bars.right * width, bars.bottom * height];
}

/**
 * Returns by how many pixels the bars at each side differ, or none if no line of a bar remains and the
 * picture loses at most 4.
 */
function apart(measured: number[] | undefined, expected: number[]): number[] {
  const lost = expected.map((pixels, side) => (measured?.[side] ?? 0) - pixels);
  return lost.filter((pixels) => pixels < -0.1 || pixels > 4);
}

const WIDE = 'testsrc2=s=640x268,pad=640:360:0:46';

describe('the detection of black bars', () => {
  // product 4.72
  it.each([
    ['above and below', WIDE, [0, 46, 0, 46]],
    ['at the sides of a tall picture', 'testsrc2=s=204x360,pad=640:360:218:0', [218, 0, 218, 0]],
    ['on all sides', 'testsrc2=s=480x270,pad=640:360:80:44', [80, 44, 80, 46]],
    ['of a wide picture in a tall one', 'testsrc2=s=360x204,pad=360:640:0:218', [0, 218, 0, 218]],
    ['with noise', `${WIDE},format=yuv420p,lutyuv=y=max(val\\,18),noise=c0s=4:c0f=t`, [0, 46, 0, 46]],
    [
      'with strong noise that are not quite black',
      `${WIDE},format=yuv420p,lutyuv=y=max(val\\,22),noise=c0s=20:c0f=t`,
      [0, 46, 0, 46],
    ],
    ['that are narrow', 'testsrc2=s=624x360,pad=640:360:8:0', [8, 0, 8, 0]],
    [
      'that are narrow and noisy',
      'testsrc2=s=624x360,pad=640:360:8:0,format=yuv420p,lutyuv=y=max(val\\,22),noise=c0s=12:c0f=t',
      [8, 0, 8, 0],
    ],
    ['that are narrow, at one side and below', 'testsrc2=s=630x354,pad=640:360:10:0', [10, 0, 0, 6]],
    ['of uneven widths', 'testsrc2=s=640x280,pad=640:360:0:30', [0, 30, 0, 50]],
    ['in a video that fades in and out', `${WIDE},fade=in:d=0.8,fade=out:st=2.2:d=0.8`, [0, 46, 0, 46]],
    ['after a black second', `${WIDE},drawbox=t=fill:c=black:enable='lt(t,1)'`, [0, 46, 0, 46]],
    ['in a video of an odd size', 'testsrc2=s=641x268,pad=641:361:0:46,format=yuv444p', [0, 46, 0, 47]],
    [
      'in a video whose pixels are not square',
      'testsrc2=s=320x268,pad=320:360:0:46,setsar=2',
      [0, 46, 0, 46],
    ],
  ])('finds bars %s', async (_name, picture, expected) => {
    const [codec, format] = picture.endsWith('yuv444p') ? ['ffv1', 'yuv444p'] : ['libx264', 'yuv420p'];
    expect(apart(await barsOf(picture, ['-c:v', codec, '-pix_fmt', format]), expected)).toEqual([]);
  });

  it('finds bars in a rotated video and in one with high dynamic range', async () => {
    const lying = at('lying.mp4');
    const pillars = 'testsrc2=s=320x360,pad=640:360:160:0';
    await ffmpeg('-f', 'lavfi', '-i', pillars, '-t', '3', ...H264, lying);
    const turned = at('turned.mp4');
    await ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned);
    expect(apart(await pixelsOf(turned), [0, 160, 0, 160])).toEqual([]);
    const tags = 'color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc';
    const hdr = `${WIDE},format=yuv420p10le,setparams=${tags}`;
    expect(apart(await barsOf(hdr, ['-c:v', 'ffv1']), [0, 46, 0, 46])).toEqual([]);
  });

  // product 4.72
  it.each([
    ['of 2 pixels', 'testsrc2=s=640x356,pad=640:360:0:2'],
    ['if the whole video is black', 'color=black:s=640x360'],
    ['that contain a logo', `${WIDE},drawbox=x=600:y=15:w=20:h=10:c=gray:t=fill`],
    [
      'that contain a subtitle for a moment',
      `${WIDE},drawbox=x=250:y=330:w=140:h=12:c=white:t=fill:enable='between(t,1,1.6)'`,
    ],
    [
      'if a bright scene gets dark towards its edges',
      "testsrc2=s=640x360,format=yuv420p,geq=lum='16+(lum(X,Y)-16)*max(0,1-2.2*abs(Y/H-0.5))':cb=128:cr=128",
    ],
    [
      'around a light in the dark',
      "color=black:s=640x360,format=yuv420p,geq=lum='if(lt(hypot(X-320,Y-180),120),180,16)':cb=128:cr=128",
    ],
    [
      'around lit windows at night',
      'color=black:s=640x360,drawbox=50:125:40:100:white:fill,drawbox=400:120:70:120:white:fill',
    ],
    ['around words on black', 'color=black:s=640x360,drawbox=120:150:400:60:white:fill'],
    ['above a picture that is black at one side', 'testsrc2=s=640x300,pad=640:360:0:60'],
    ['around a lit strip in the dark', 'color=black:s=640x360,drawbox=0:90:640:80:white:fill'],
  ])('finds no bars %s', async (_name, picture) => {
    expect(await barsOf(picture)).toBeUndefined();
  });

  // product 4.72
  it('finds no bars in a transparent video', async () => {
    const clear = 'testsrc2=s=640x268,format=yuva420p,pad=640:360:0:46:color=black@0,format=argb';
    expect(await barsOf(clear, ['-c:v', 'qtrle'], 'clear.mov')).toBeUndefined();
  });

  it.skipIf(!hasTestMedia())('finds bars in recorded videos that have them, and in no others', async () => {
    for (const name of ['bunny', 'cars', 'crystal', 'talk']) {
      const path = testMedia(`media/${name}.mp4`);
      const part = ['-ss', '2', '-i', path, '-t', '6', '-an', ...H264];
      const [plain, dark, barred] = ['plain', 'dark', 'barred'].map((kind) => at(`${name}-${kind}.mp4`));
      await ffmpeg(...part, '-vf', 'scale=640:360,setsar=1', plain!);
      await ffmpeg(...part, '-vf', 'scale=640:360,setsar=1,eq=brightness=-0.3:contrast=0.7', dark!);
      await ffmpeg(...part, '-vf', 'scale=640:268,setsar=1,pad=640:360:0:46', barred!);
      // One of the recordings has bars at its sides: 8 of its 720 pixels each.
      const own = name === 'crystal' ? 7 : 0;
      const measured = await pixelsOf(plain!);
      expect([name, measured === undefined, apart(measured, [own, 0, own, 0])]).toEqual([
        name,
        own === 0,
        [],
      ]);
      const darkened = await pixelsOf(dark!);
      expect([name, darkened, apart(darkened, [0, 0, 0, 0])]).toEqual([name, undefined, []]);
      expect([name, apart(await pixelsOf(barred!), [own, 46, own, 46])]).toEqual([name, []]);
    }
  });
});
