import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readCarriedSubtitles } from '../../../worker/transcribers/carried-subtitles.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const work = tempFolder();

/** Returns the text of the subtitles that a video of 12 s contains. */
async function carriedBy(path: string): Promise<string> {
  const read = await readCarriedSubtitles({
    ffmpeg: testFfmpeg(),
    path,
    files: [],
    durationMs: 12_000,
    signal: AbortSignal.timeout(60_000),
  });
  if (read === null || read === 'unreadable') return String(read);
  return read.words.map(({ text }) => text).join(' ');
}

async function makeVideo(name: string, subtitles: { file: string; bytes: string | Buffer }, codec = 'copy') {
  const source = work(subtitles.file);
  await writeFile(source, subtitles.bytes);
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:r=5:d=12'];
  const raw = ['-sub_charenc_mode', 'ignore', '-i', source];
  await ffmpeg(...picture, ...raw, '-map', '0', '-map', '1', '-c:v', 'mpeg4', '-c:s', codec, work(name));
  return work(name);
}

const BROKEN = Buffer.concat([
  Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nयह नद'),
  Buffer.from([0xe0, 0xa5]),
  Buffer.from(' है\n'),
]);
const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\k20}Hel{\\k30}lo, you
Dialogue: 1,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\blur2}Hello, you
Dialogue: 0,0:00:02.00,0:00:05.00,Default,,0,0,0,,{\\an7\\p1}m 0 0 l 100 0 l 100 50{\\p0}
Dialogue: 0,0:00:06.00,0:00:08.00,Default,,0,0,0,,{\\i1}Bye
`;

describe('readCarriedSubtitles', () => {
  // product 14.21
  it('reads only the spoken text of Advanced SubStation, once', async () => {
    expect(await carriedBy(await makeVideo('ass.mkv', { file: 'a.ass', bytes: ASS }))).toBe('Hello, you Bye');
  });

  it.skipIf(!hasTestMedia())('reads a recorded stream with drawings, layers and karaoke', async () => {
    expect(await carriedBy(testMedia('cases/assdraw.mkv'))).toBe('Hello there Line one Line two');
  });

  it.each([
    ['broken.mkv', 'copy'],
    ['broken.mp4', 'mov_text'],
  ])('preserves a line with a broken byte in %s', async (name, codec) => {
    const video = await makeVideo(name, { file: 'broken.srt', bytes: BROKEN }, codec);
    expect(await carriedBy(video)).toBe('One यह नद\uFFFD है');
  });

  it('returns each line of rolling captions in a WebVTT stream once', async () => {
    const line = 'One<00:00:01.500><c> two</c>';
    const bytes = `WEBVTT\n\n00:01.000 --> 00:03.000\n${line}\n\n00:03.000 --> 00:03.010\nOne two\n\n00:03.010 --> 00:05.000\nOne two\nthree\n`;
    expect(await carriedBy(await makeVideo('rolling.mkv', { file: 'r.vtt', bytes }))).toBe('One two three');
  });
});
