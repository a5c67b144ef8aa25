import { NARRATION_LEAD_MS } from '#contract/section-length.ts';
import { PEAK_CEILING_DB } from '#core/film/loudness.ts';
import { SAMPLE_RATE } from '#core/film/timing.ts';

/** 10 ms at both ends of a section, so that no join clicks. */
const FADE_SAMPLES = SAMPLE_RATE / 100;

/**
 * The original sound throughout a narrated section, in dB: the text was replaced, so the speech must not return at full
 * volume after the narration.
 */
const UNDER_NARRATION_DB = -10;

export interface OriginalSound {
  /** Filter graph label, e.g. "0:1". */
  label: string;
  /** How long before the section the input is read from, and how much of it is used, in ms. */
  leadMs: number;
  lengthMs: number;
  /** How much faster it is played, 0.5 to 2; its pitch stays. */
  tempo: number;
  gainDb: number;
  /** Highest true peak of the source in dBTP; null when unknown. */
  truePeakDb: number | null;
}

export interface NarrationSound {
  label: string;
  /** 1 to 1.2. */
  tempo: number;
}

/**
 * A true-peak limiter: at twice the rate, since the peaks between samples are what clips in a player. `latency` removes
 * its look-ahead.
 */
const LIMITER = [
  `aresample=${SAMPLE_RATE * 2}`,
  `alimiter=limit=${PEAK_CEILING_DB}dB:attack=3:release=60:level=false:latency=true`,
  `aresample=${SAMPLE_RATE}`,
];
const STEREO = 'aformat=sample_fmts=fltp:channel_layouts=stereo';

/** The filter graph from a section's sounds to `[sound]`: exactly `samples` of 48 kHz stereo. */
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
    const chain = originalChain(original);
    // Another tempo overlaps pieces of the sound, which may add up to a higher peak.
    const tooLoud =
      original.truePeakDb === null ||
      original.tempo !== 1 ||
      original.truePeakDb + original.gainDb > PEAK_CEILING_DB;
    if (!narration) {
      if (tooLoud) chain.push(...LIMITER);
      return [`[${original.label}]${[...chain, ...finish].join(',')}`].join(';');
    }
    chains.push(
      `[${original.label}]${[...chain, `volume=${UNDER_NARRATION_DB}dB`, 'apad'].join(',')}[under]`,
    );
  }
  if (!narration) return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,${finish.join(',')}`;

  const voice = [
    ...(narration.tempo > 1 ? [`atempo=${narration.tempo}`] : []),
    `aresample=${SAMPLE_RATE}:first_pts=0`,
    STEREO,
    `adelay=delays=${NARRATION_LEAD_MS}:all=1`,
  ].join(',');
  if (!original) return `[${narration.label}]${[voice, ...LIMITER, ...finish].join(',')}`;
  chains.push(
    `[${narration.label}]${voice},apad,asplit[key][voice]`,
    // About 12 dB less again during the narration: a fast attack, a slow release.
    '[under][key]sidechaincompress=threshold=0.02:ratio=8:attack=15:release=450:knee=4[ducked]',
    `[ducked][voice]amix=inputs=2:normalize=0:duration=shortest,${[...LIMITER, ...finish].join(',')}`,
  );
  return chains.join(';');
}

function originalChain(sound: OriginalSound): string[] {
  const from = sound.leadMs / 1000;
  const to = (sound.leadMs + sound.lengthMs) / 1000;
  return [
    `atrim=start=${from}:end=${to}`,
    `asetpts='PTS-${from}/TB'`,
    // Fills a file's gaps, and starts at the section's first sample whatever the packets say.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    STEREO,
    ...(sound.tempo === 1 ? [] : [`atempo=${sound.tempo}`]),
    ...(sound.gainDb === 0 ? [] : [`volume=${sound.gainDb}dB:precision=float`]),
  ];
}

function fades(samples: number): string[] {
  const length = Math.min(FADE_SAMPLES, Math.floor(samples / 2));
  return [`afade=t=in:ss=0:ns=${length}`, `afade=t=out:ss=${samples - length}:ns=${length}`];
}
