/** Renders one video's description as an MP4 and a thumbnail, inside a working folder. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { QUIET, run, type Abilities, type Tools } from './ffmpeg.ts';
import { composeMusic, mixNarration } from './sound.ts';
import { canSpeak, SAMPLE_RATE, speakShots } from './speech.ts';
import { cuesOf, toSrt, toVtt } from './subtitles.ts';
import type { Layer, Video } from './types.ts';

export interface Rendered {
  video: string;
  thumbnail: string;
  /** A WebVTT file to be put beside the video. */
  subtitles?: string;
  seconds: number;
}

const ISO_639_2 = { hi: 'hin', bn: 'ben' };
const words = (text: string) => text.split(' ');
const BT709 = words('-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv');

/** Makes the video in `cwd`; all names inside are relative to it. */
export async function renderVideo(
  video: Video,
  cwd: string,
  able: Abilities,
  tools: Tools,
): Promise<Rendered> {
  const voice = video.sound.kind === 'speech' ? video.sound.voice : undefined;
  const spoken = await speakShots(video.shots, voice, cwd, able, tools);
  // Cuts fall on frames, so that sound and picture of a shot start together.
  const [numerator, denominator] = video.rate;
  const fps = numerator / denominator;
  const frames = spoken.map((shot) => Math.ceil(shot.seconds * fps));
  const lengths = frames.map((count) => count / fps);
  const seconds = lengths.reduce((sum, length) => sum + length, 0);

  const inputs: string[] = [];
  const chains: string[] = [];
  for (const [i, shot] of video.shots.entries()) {
    const files = shot.layers.map((layer, k) => ({ layer, name: `shot${i}layer${k}` }));
    await Promise.all(files.map(({ layer, name }) => writeLayer(layer, name, video, cwd)));
    const first = inputs.filter((argument) => argument === '-i').length;
    for (const { layer, name } of files) inputs.push(...inputArguments(layer, name));
    chains.push(...shotChains(video, i, first, frames[i]!, able.premultiplied));
  }
  const count = inputs.filter((argument) => argument === '-i').length;
  const joined = video.shots.map((_, i) => `[shot${i}]`).join('');
  chains.push(`${joined}concat=n=${video.shots.length}:v=1:a=0,format=yuv420p[picture]`);

  const track = soundTrack();
  if (track)
    await writeFile(join(cwd, 'sound.pcm'), Buffer.from(track.buffer, track.byteOffset, track.byteLength));
  const soundInput = track ? words(`-f f32le -ar ${SAMPLE_RATE} -ac 1 -i sound.pcm`) : [];
  const soundOutput = track ? words(`-map ${count}:a -c:a aac -b:a 96k -ac 2`) : [];
  const cues = cuesOf(video.shots, spoken, lengths);
  const inside = track && video.subtitles?.place === 'inside' ? video.subtitles : undefined;
  const subtitles = track && video.subtitles?.place === 'beside' ? video.subtitles : undefined;
  if (inside) await writeFile(join(cwd, 'cues.srt'), toSrt(cues));
  if (subtitles) await writeFile(join(cwd, 'cues.vtt'), toVtt(cues));
  const textInput = inside ? ['-i', 'cues.srt'] : [];
  const textOutput = inside
    ? words(`-map ${count + 1}:s -c:s mov_text -metadata:s:s:0 language=${ISO_639_2[inside.language]}`)
    : [];

  const graph = ['-filter_complex', chains.join(';'), '-map', '[picture]'];
  const rate = ['-r', `${numerator}/${denominator}`];
  const encoder = words('-c:v libx264 -preset superfast -crf 23 -threads 2 -pix_fmt yuv420p');
  const keyframes = ['-g', String(Math.round(fps * 4))];
  const container = ['-metadata', `title=${video.title}`, '-movflags', '+faststart', 'video.mp4'];
  const shape = [...graph, ...soundOutput, ...textOutput, ...rate];
  const output = [...shape, ...encoder, ...keyframes, ...BT709, ...container];
  const allInputs = [...inputs, ...soundInput, ...textInput];
  await run(tools.ffmpegPath, [...QUIET, ...allInputs, ...output], { cwd, signal: tools.signal });

  const coverAt = lengths.slice(0, video.coverShot).reduce((sum, length) => sum + length, 0);
  const middle = (coverAt + lengths[video.coverShot]! * 0.6).toFixed(2);
  const still = ['-ss', middle, '-i', 'video.mp4', '-frames:v', '1', '-vf', 'scale=640:-2:flags=lanczos'];
  await run(tools.ffmpegPath, [...QUIET, ...still, '-q:v', '3', 'cover.jpg'], { cwd, signal: tools.signal });
  const files = { video: join(cwd, 'video.mp4'), thumbnail: join(cwd, 'cover.jpg'), seconds };
  return subtitles ? { ...files, subtitles: join(cwd, 'cues.vtt') } : files;

  function soundTrack(): Float32Array | undefined {
    if (video.sound.kind === 'music') return composeMusic(seconds);
    // Without a voice the video has no sound rather than half a minute of silence.
    if (voice === undefined || !canSpeak(voice, able)) return undefined;
    return mixNarration(spoken, lengths, video.sound.kind === 'speech' && (video.sound.wind ?? false));
  }
}

function inputArguments(layer: Layer, name: string): string[] {
  if (typeof layer.body === 'string') return ['-i', `${name}.svg`];
  return ['-f', 'image2', '-framerate', String(layer.framesPerSecond ?? 12), '-i', `${name}_%d.svg`];
}

async function writeLayer(layer: Layer, name: string, video: Video, cwd: string) {
  const scale = video.width / video.stage.w;
  const width = Math.round(layer.w * scale);
  // The stage's own height times the scale may differ from the video's by half a pixel (854x480).
  const height = layer.h === video.stage.h ? video.height : Math.round(layer.h * scale);
  const wrap = (body: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${layer.w} ${layer.h}" preserveAspectRatio="none">${body}</svg>`;
  if (typeof layer.body === 'string') return writeFile(join(cwd, `${name}.svg`), wrap(layer.body));
  await Promise.all(layer.body.map((body, i) => writeFile(join(cwd, `${name}_${i}.svg`), wrap(body))));
}

/** The filters of one shot: the background repeated for its length, every other layer moved across it. */
function shotChains(
  video: Video,
  shotIndex: number,
  firstInput: number,
  frames: number,
  premultiplied: boolean,
): string[] {
  const [numerator, denominator] = video.rate;
  const scale = video.width / video.stage.w;
  const toYuv = (format: string) => `scale=out_color_matrix=bt709:out_range=tv,format=${format}`;
  const straight = premultiplied ? 'format=gbrap,unpremultiply=inplace=1,' : '';
  const id = (k: number) => `s${shotIndex}l${k}`;
  const layers = video.shots[shotIndex]!.layers;
  const chains = layers.map((layer, k) => {
    const input = `[${firstInput + k}:v]`;
    if (k === 0) {
      // Still grain: without it, 8-bit gradients show bands.
      const clock = `loop=-1:1,setpts=N*${denominator}/${numerator}/TB,fps=${numerator}/${denominator}`;
      return `${input}${toYuv('yuv444p')},noise=c0s=3,${clock},trim=end_frame=${frames},setsar=1[${id(0)}]`;
    }
    if (typeof layer.body === 'string') return `${input}${straight}${toYuv('yuva444p')}[${id(k)}]`;
    // A loop must end before the shot does: overlay would continue as long as either input has frames.
    const length = ((frames - 2) * denominator) / numerator;
    const loop = `loop=-1:${layer.body.length},setpts=N/${layer.framesPerSecond ?? 12}/TB,trim=duration=${length.toFixed(3)}`;
    return `${input}${straight}${toYuv('yuva444p')},${loop}[${id(k)}]`;
  });
  let below = id(0);
  for (const [k, layer] of layers.entries()) {
    if (k === 0) continue;
    const above = `${id(k)}on`;
    const at = (start: number, move = '0') => `'(${start}+${move})*${scale}'`;
    // 4:4:4 while composing: with subsampled colour, overlay can move by whole pairs of pixels only.
    chains.push(
      `[${below}][${id(k)}]overlay=x=${at(layer.x, layer.dx)}:y=${at(layer.y, layer.dy)}:format=yuv444[${above}]`,
    );
    below = above;
  }
  chains.push(`[${below}]null[shot${shotIndex}]`);
  return chains;
}
