import { NARRATION_LEAD_MS } from '#film/time/section-length.ts';
import { PEAK_CEILING_DB, UNDER_NARRATION_DB } from '#film/sound/loudness.ts';
import { SAMPLE_RATE } from '#film/time/timing.ts';

/**
 * 10 ms at both ends of a section, so that no join clicks, and on both sides of a cut, where they overlap.
 */
const FADE_SAMPLES = SAMPLE_RATE / 100;

export interface OriginalSound {
  /** Filter graph label, e.g. "0:1". */
  label: string;
  /** See mixFilters. */
  mix: string[];
  /** How long before the section the input is read, and how much of it is used, in ms. */
  leadMs: number;
  lengthMs: number;
  /** The durations of its fades, and when the last one ends, in ms of the section. */
  fades: { inMs: number; outMs: number; endMs: number };
  /** The parts that are played one after another, in ms of the section; everything if empty. */
  parts: { startMs: number; endMs: number }[];
  /** The playback speed, 0.5 to 2. The pitch is preserved. */
  tempo: number;
  gainDb: number;
  /** The highest true peak of the source in dBTP; `null` if unknown. */
  truePeakDb: number | null;
}

export interface NarrationSound {
  label: string;
  /** 1 to 1.2. */
  tempo: number;
}

/**
 * A true-peak limiter. It runs at twice the rate, since the peaks between samples are what clips in a player.
 * `latency` removes its look-ahead.
 */
export const LIMITER = [
  `aresample=${SAMPLE_RATE * 2}`,
  `alimiter=limit=${PEAK_CEILING_DB}dB:attack=3:release=60:level=false:latency=true`,
  `aresample=${SAMPLE_RATE}`,
];
const STEREO = 'aformat=sample_fmts=fltp:channel_layouts=stereo';
/**
 * A recorded voice as the film plays it: whole on either side. STEREO would place it in the middle, each side
 * 3 dB lower, so that its peaks would reach the limiter 3 dB too early.
 */
export const VOICE_ON_BOTH_SIDES = 'aformat=sample_fmts=fltp:channel_layouts=mono,pan=stereo|c0=c0|c1=c0';

/**
 * Returns the filter graph from a section's audio inputs to `[sound]`: exactly `samples` of 48 kHz stereo.
 */
export function soundGraph(
  original: OriginalSound | null,
  narration: NarrationSound | null,
  samples: number,
): string {
  const chains: string[] = [];
  const finish = [
    'apad',
    `atrim=end_sample=${samples}`,
    ...fades(samples),
    'aformat=sample_fmts=s16:sample_rates=48000:channel_layouts=stereo[sound]',
  ];
  if (original) {
    const { before, label, chain } = originalChain(original);
    chains.push(...before);
    if (!narration) {
      if (mayClip(original)) chain.push(...LIMITER);
      return [...chains, `[${label}]${[...chain, ...finish].join(',')}`].join(';');
    }
    chains.push(`[${label}]${[...chain, `volume=${UNDER_NARRATION_DB}dB`, 'apad'].join(',')}[under]`);
  }
  if (!narration) return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,${finish.join(',')}`;

  const voice = [
    ...(narration.tempo > 1 ? [`atempo=${narration.tempo}`] : []),
    `aresample=${SAMPLE_RATE}:first_pts=0`,
    VOICE_ON_BOTH_SIDES,
    `adelay=delays=${NARRATION_LEAD_MS}:all=1`,
  ].join(',');
  if (!original) return `[${narration.label}]${[voice, ...LIMITER, ...finish].join(',')}`;
  chains.push(
    `[${narration.label}]${voice},apad,asplit[key][voice]`,
    // About 12 dB less during the narration: a fast attack, a slow release.
    '[under][key]sidechaincompress=threshold=0.02:ratio=8:attack=15:release=450:knee=4[ducked]',
    `[ducked][voice]amix=inputs=2:normalize=0:duration=shortest,${[...LIMITER, ...finish].join(',')}`,
  );
  return chains.join(';');
}

/** Changing the tempo overlaps pieces of the audio, which may add up to a higher peak. */
const mayClip = ({ truePeakDb, tempo, gainDb }: OriginalSound): boolean =>
  truePeakDb === null || tempo !== 1 || truePeakDb + gainDb > PEAK_CEILING_DB;

/**
 * Returns the filter graph of a section's own audio to a labelled output, as loud as in the section, without
 * fades at its ends.
 */
export function ownSoundGraph(original: OriginalSound, samples: number, output: string): string {
  const { before, label, chain } = originalChain(original);
  const limiter = mayClip(original) ? LIMITER : [];
  const exact = ['apad', `atrim=end_sample=${samples}`, STEREO];
  return [...before, `[${label}]${[...chain, ...limiter, ...exact].join(',')}${output}`].join(';');
}

/** Returns the chain from a source's audio to a section's, and the preceding chains if it is cut. */
function originalChain(sound: OriginalSound): { before: string[]; label: string; chain: string[] } {
  const from = sound.leadMs / 1000;
  const to = (sound.leadMs + sound.lengthMs) / 1000;
  const whole = [
    `atrim=start=${from}:end=${to}`,
    `asetpts='PTS-${from}/TB'`,
    // Fills a file's gaps, and starts at the section's first sample whatever the packets state.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    ...sound.mix,
    STEREO,
  ];
  const rest = [
    ...(sound.tempo === 1 ? [] : [`atempo=${sound.tempo}`]),
    ...creatorsFades(sound.fades),
    ...(sound.gainDb === 0 ? [] : [`volume=${sound.gainDb}dB:precision=float`]),
  ];
  if (sound.parts.length === 0) return { before: [], label: sound.label, chain: [...whole, ...rest] };
  const { chains, label } = joinParts(`[${sound.label}]${whole.join(',')},apad`, sound);
  return { before: chains, label, chain: rest.length > 0 ? rest : ['anull'] };
}

/**
 * Joins the parts of audio with crossfades of 20 ms of the film, which reach 10 ms into both sides of each
 * cut. So the joined audio is exactly as long as its parts.
 * @param whole a chain without end
 */
function joinParts(whole: string, { parts, tempo }: OriginalSound): { chains: string[]; label: string } {
  const samples = (ms: number) => Math.round((ms * SAMPLE_RATE) / 1000);
  const ranges = parts.map(({ startMs, endMs }) => ({ from: samples(startMs), to: samples(endMs) }));
  // Half of each crossfade, no longer than either part.
  const halves = ranges.slice(1).map((part, index) => {
    const before = ranges[index]!;
    return Math.min(Math.round(FADE_SAMPLES * tempo), before.to - before.from, part.to - part.from);
  });
  const cut = ranges.map(
    ({ from, to }, index) =>
      `[whole${index}]atrim=start_sample=${from - (halves[index - 1] ?? 0)}:end_sample=${to + (halves[index] ?? 0)},asetpts=PTS-STARTPTS[part${index}]`,
  );
  const joins = halves.map(
    (half, index) =>
      `[${index === 0 ? 'part0' : `joined${index - 1}`}][part${index + 1}]acrossfade=ns=${2 * half}[joined${index}]`,
  );
  const split = ranges.map((_, index) => `[whole${index}]`).join('');
  return {
    chains: [
      `${whole},atrim=end_sample=${ranges.at(-1)!.to},asplit=${ranges.length}${split}`,
      ...cut,
      ...joins,
    ],
    label: joins.length === 0 ? 'part0' : `joined${joins.length - 1}`,
  };
}

/** Linear, as `fadeGain` is for the preview. */
function creatorsFades({ inMs, outMs, endMs }: OriginalSound['fades']): string[] {
  const seconds = (ms: number) => ms / 1000;
  const [rise, fall] = [Math.min(inMs, endMs), Math.min(outMs, endMs)];
  return [
    ...(rise > 0 ? [`afade=t=in:st=0:d=${seconds(rise)}:curve=tri`] : []),
    ...(fall > 0 ? [`afade=t=out:st=${seconds(endMs - fall)}:d=${seconds(fall)}:curve=tri`] : []),
  ];
}

function fades(samples: number): string[] {
  const length = Math.min(FADE_SAMPLES, Math.floor(samples / 2));
  return [`afade=t=in:ss=0:ns=${length}`, `afade=t=out:ss=${samples - length}:ns=${length}`];
}
