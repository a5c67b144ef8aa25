import type { Blend } from '#film/transitions/transitions.ts';
import type { JoinPart } from '#film/transitions/film-parts.ts';
import { framesToSamples, SAMPLE_RATE } from '#film/time/timing.ts';
import { evenTimes } from './encode-args.ts';
import { captionFilters, edgeGraph, edgeSoundGraph, hasSoundBeyond } from './section-edge.ts';
import type { SectionSpec } from './section-spec.ts';

/** Audio rendered from the source replaces a section's own within 10 ms. */
const SEAM_SAMPLES = SAMPLE_RATE / 100;

interface CrossfadeOptions {
  frameRate: number;
  workDir: string;
  threads: number;
  addInput: (args: string[]) => number;
}
type Crossfade = JoinPart & { blend: Blend };
/** A rendered section's number of frames, and its specification. */
interface Faded {
  frames: number;
  spec?: SectionSpec;
}

/**
 * Returns the filter graph of a crossfade to `[joined]` and `[mixed]`. Inputs 0 and 1 are the rendered
 * sections, the first one from the part's first frame on; 2 is the first one from its start.
 */
export async function crossfadeGraph(
  [first, second]: [Faded, Faded],
  part: Crossfade,
  options: CrossfadeOptions,
): Promise<string[]> {
  if (!first.spec || !second.spec)
    throw new Error('A crossfade is rendered from the sources of its sections.');
  const pair: [SectionSpec, SectionSpec] = [first.spec, second.spec];
  return [
    ...(await pictureGraph(pair, first.frames, part, options)),
    ...soundGraph(pair, first.frames, part, options),
  ];
}

/** Returns where a crossfade begins in both sections, in frames, and how many frames it has. */
const windowsOf = (all: number, { before, after, blend }: Crossfade) => ({
  first: { from: all - before, frames: before + after, handles: { before: 0, after: blend.handles.after } },
  second: { from: -before, frames: before + after, handles: { before: blend.handles.before, after: 0 } },
});

async function pictureGraph(
  [first, second]: [SectionSpec, SectionSpec],
  all: number,
  part: Crossfade,
  { frameRate, workDir, threads, addInput }: CrossfadeOptions,
): Promise<string[]> {
  const { before, after, from, to } = part;
  const windows = windowsOf(all, part);
  const edge = (name: string) => ({ addInput, threads, workDir, textFile: `${name}.ass` });
  const captions = [
    await captionFilters(first, windows.first, { workDir, textFile: 'first-captions.ass' }),
    await captionFilters(second, windows.second, { workDir, textFile: 'second-captions.ass' }),
  ].join('');
  const times = `${evenTimes(frameRate)},fps=${frameRate}`;
  const remaining = all - before - from;
  const rest = to - after;
  const parts = [
    ...(remaining > 0 ? [{ chain: `[0:v]trim=end_frame=${remaining},${times}`, label: '[left]' }] : []),
    {
      chain: `[first][second]xfade=transition=fade:duration=${((before + after) / frameRate).toFixed(6)}:offset=0${captions}`,
      label: '[faded]',
    },
    ...(rest > 0
      ? [{ chain: `[1:v]trim=start_frame=${after}:end_frame=${to},${times}`, label: '[rest]' }]
      : []),
  ];
  // Filters with two inputs need the same size, format and rate for both.
  const uniform = 'setsar=1,format=yuv420p';
  return [
    `${await edgeGraph(first, windows.first, edge('first'))},${times},${uniform}[first]`,
    `${await edgeGraph(second, windows.second, edge('second'))},${times},${uniform}[second]`,
    ...parts.map(({ chain, label }) => `${chain},${uniform}${label}`),
    `${parts.map(({ label }) => label).join('')}concat=n=${parts.length}:v=1:a=0[joined]`,
  ];
}

function soundGraph(
  [first, second]: [SectionSpec, SectionSpec],
  all: number,
  part: Crossfade,
  { frameRate, threads, addInput }: CrossfadeOptions,
): string[] {
  const { before, after, from, to, blend } = part;
  const windows = windowsOf(all, part);
  const inSamples = (frames: number) => framesToSamples(frames, frameRate);
  const seam = `acrossfade=ns=${SEAM_SAMPLES}:c1=tri:c2=tri`;
  const fade = (kind: 'in' | 'out', reach: { before: number; after: number }, offset: number) => {
    const length = inSamples(reach.before + reach.after);
    const start = inSamples(offset + before - reach.before);
    return length > 0 ? [`afade=t=${kind}:ss=${start}:ns=${length}:curve=qsin`] : [];
  };
  const sound = (output: string) => ({ addInput, threads, output });
  const own = {
    first: `[2:a]atrim=start_sample=${inSamples(from)}`,
    second: `[1:a]atrim=end_sample=${inSamples(to)}`,
  };
  const remaining = all - before - from;
  const chains: string[] = [];
  if (blend.fall.after > 0 && hasSoundBeyond(first, 'end')) {
    // The rendered audio up to a moment after the crossfade's start, then the source, which continues.
    chains.push(
      `${own.first}:end_sample=${inSamples(all - before) + SEAM_SAMPLES},asetpts=N/SR/TB[before]`,
      edgeSoundGraph(first, windows.first, sound('[beyond]')),
      `[before][beyond]${[seam, ...fade('out', blend.fall, remaining)].join(',')}[fall]`,
    );
  } else {
    chains.push(`${own.first},${['asetpts=N/SR/TB', ...fade('out', blend.fall, remaining)].join(',')}[fall]`);
  }
  const delay = (samples: number) => (samples > 0 ? [`adelay=delays=${samples}S:all=1`] : []);
  if (blend.rise.before > 0 && hasSoundBeyond(second, 'start')) {
    const joinedAt = inSamples(after) - SEAM_SAMPLES;
    chains.push(
      `${own.second},atrim=start_sample=${joinedAt},asetpts=N/SR/TB[after]`,
      edgeSoundGraph(second, windows.second, sound('[ahead]')),
      `[ahead][after]${[seam, ...fade('in', blend.rise, 0), ...delay(inSamples(remaining))].join(',')}[rise]`,
    );
  } else {
    const { after: rising } = blend.rise;
    const fades = rising > 0 ? [`afade=t=in:ss=0:ns=${inSamples(rising)}:curve=qsin`] : [];
    const filters = ['asetpts=N/SR/TB', ...fades, ...delay(inSamples(remaining + before))];
    chains.push(`${own.second},${filters.join(',')}[rise]`);
  }
  return [...chains, '[fall]apad[falls];[rise]apad[rises]', `[falls][rises]amix=inputs=2:normalize=0[mixed]`];
}
