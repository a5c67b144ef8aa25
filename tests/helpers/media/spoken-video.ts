import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeOnce } from './make-once.ts';

const run = promisify(execFile);

const SENTENCES = [
  'The river begins as a small stream between the stones.',
  'In the spring the snow melts and the water runs fast.',
  'Farmers in the valley wait for the warm days of summer.',
  'They plant the corn and the beans in long straight rows.',
  'Children walk to school along the path beside the water.',
  'In the evening the birds return to the trees on the hill.',
  'The old bridge was built by hand more than a century ago.',
  'Every year the people meet there to dance and to sing.',
];

/** The length of each shot, and of a typical sentence, in seconds. */
const SHOT_SECONDS = 4;

/**
 * Makes a video in a library folder with a hard cut every 4 s and spoken sentences, about `seconds` long.
 * With subtitles its speech is not recognised, which takes most of the processing time.
 * @returns its path
 */
export async function makeSpokenVideo(
  dir: string,
  {
    name,
    seconds,
    width = 640,
    height = 360,
    subtitles = false,
  }: { name: string; seconds: number; width?: number; height?: number; subtitles?: boolean },
): Promise<string> {
  const text = join(dir, `.${name}.txt`);
  const sentences = Array.from(
    { length: Math.ceil(seconds / SHOT_SECONDS) },
    (_, i) => SENTENCES[i % SENTENCES.length]!,
  );
  await writeFile(text, sentences.join('\n'));
  if (subtitles) await writeFile(join(dir, `${name}.srt`), subtitlesOf(sentences));
  const shot = Math.round(seconds / SHOT_SECONDS);
  const picture = Array.from({ length: shot }, (_, i) => {
    const hue = (i * 67) % 360;
    return `testsrc2=s=${width}x${height}:r=25:d=${SHOT_SECONDS},hue=h=${hue}[v${i}]`;
  });
  const path = join(dir, `${name}.mp4`);
  const graph = [
    ...picture,
    `${picture.map((_, i) => `[v${i}]`).join('')}concat=n=${shot}[v]`,
    `flite=textfile=${text}:voice=slt,aresample=48000,apad=whole_dur=${seconds},asetnsamples=n=1024[a]`,
  ].join(';');
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-t',
    `${seconds}`,
  ];
  const args = ['-v', 'error', '-filter_complex', graph, '-map', '[v]', '-map', '[a]', ...encode];
  await makeOnce(['spoken', seconds, width, height], path, async (making) => {
    await run('ffmpeg', [...args, making]);
  });
  return path;
}

function subtitlesOf(sentences: string[]): string {
  const at = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')},000`;
  const cues = sentences.map((sentence, i) => {
    const start = SHOT_SECONDS * i;
    return `${i + 1}\n${at(start)} --> ${at(start + SHOT_SECONDS - 1)}\n${sentence}\n`;
  });
  return cues.join('\n');
}

/**
 * Makes a still video in a library folder that repeats the same half minute of speech, for tests that need a
 * long video.
 * @returns its path
 */
export async function makeLongTalk(dir: string, name: string, seconds: number): Promise<string> {
  const text = join(dir, `.${name}.txt`);
  await writeFile(text, SENTENCES.join('\n'));
  const path = join(dir, `${name}.mp4`);
  await makeOnce(['long talk', seconds], path, async (making) => {
    const once = join(dir, `.${name}.wav`);
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `flite=textfile=${text}:voice=slt`, once]);
    const inputs = ['-f', 'lavfi', '-i', 'color=c=teal:s=160x90:r=2', '-stream_loop', '-1', '-i', once];
    const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    await run('ffmpeg', ['-v', 'error', ...inputs, ...encode, '-t', `${seconds}`, making]);
    await rm(once);
  });
  return path;
}
