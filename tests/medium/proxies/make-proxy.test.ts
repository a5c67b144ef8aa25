import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFastStart, readTracks } from '../../../worker/media/mov-boxes.ts';
import { makeProxy } from '../../../worker/media/proxy.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { ffmpeg, ffprobe, makeSource, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const media = testFfmpeg();

async function scan(source: string, proxy: boolean) {
  const outDir = `${source}-${proxy ? 'with' : 'without'}`;
  await mkdir(outDir);
  const result = await scanMedia({ ffmpeg: media, source, outDir, proxy });
  return { result, outDir, files: (await readdir(outDir)).toSorted() };
}

/** Returns a hash of each stream's decoded frames. */
async function framesOf(path: string): Promise<string> {
  await ffmpeg(
    '-i',
    path,
    '-map',
    '0',
    '-c:v',
    'rawvideo',
    '-c:a',
    'pcm_s16le',
    '-f',
    'streamhash',
    `${path}.hash`,
  );
  return readFile(`${path}.hash`, 'utf8');
}

describe('a proxy made after the scan', () => {
  it.each(['with audio', 'without audio', 'with a frame rate of 60'])(
    'is the same as one made with it, %s',
    async (kind) => {
      const source = at(`${kind}.mp4`);
      const picture = 'testsrc2=s=960x540:r=24:d=2,noise=alls=20';
      if (kind === 'with a frame rate of 60')
        await makeSource(source, { seconds: 2, width: 1280, height: 720, rate: '60' });
      else
        await makeSource(source, { seconds: 2, picture, ...(kind === 'without audio' && { sound: null }) });
      const [together, apart] = [await scan(source, true), await scan(source, false)];
      expect(apart.files).toEqual(together.files.filter((name) => name !== 'proxy.mp4'));
      expect(apart.result).toEqual(together.result);
      const later = at(`${kind}-later.mp4`);
      const parts: number[] = [];
      await makeProxy({ ffmpeg: media, source, outFile: later, onProgress: (part) => parts.push(part) });
      expect(await framesOf(later)).toBe(await framesOf(join(together.outDir, 'proxy.mp4')));
      expect(await isFastStart(later)).toBe(true);
      expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    },
  );

  it('repeats a last frame that is shown for a long time', async () => {
    const source = at('held.mp4');
    const frames = ['-f', 'lavfi', '-i', 'testsrc2=s=960x540:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=5'];
    await ffmpeg(
      ...frames,
      '-vf',
      'tpad=stop_duration=4,fps=25,select=lt(n\\,25)+eq(n\\,124)',
      '-fps_mode',
      'vfr',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      source,
    );
    await makeProxy({ ffmpeg: media, source, outFile: at('held-proxy.mp4') });
    const [picture] = await readTracks(at('held-proxy.mp4'));
    expect(picture!.duration / picture!.timescale).toBeGreaterThan(4.5);
  });

  it('is the video itself if browsers can play and seek it', async () => {
    const source = at('ready.mp4');
    await makeSource(source, { seconds: 2, args: ['-bf', '0', '-movflags', '+faststart', '-crf', '32'] });
    const { files, outDir } = await scan(source, false);
    expect(files).toContain('proxy.mp4');
    expect((await stat(join(outDir, 'proxy.mp4'))).ino).toBe((await stat(source)).ino);
  });
});

describe('scanning', () => {
  it('reports whether browsers can play the video itself', async () => {
    await makeSource(at('plays.mp4'), { seconds: 1, width: 960, height: 540, args: ['-bf', '0'] });
    expect((await scan(at('plays.mp4'), false)).result.playable).toBe(true);
    await ffmpeg('-i', at('plays.mp4'), '-c', 'copy', at('matroska.mkv'));
    expect((await scan(at('matroska.mkv'), false)).result.playable).toBeUndefined();
    expect(await ffprobe(at('plays.mp4'), '-show_entries', 'format=format_name')).toContain('mp4');
  });
});
