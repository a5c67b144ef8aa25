import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MusicSnapshot } from '#contract/jobs/generation.ts';
import { DUCKING, loopCrossfadeMs } from '#film/sound/music-sound.ts';
import { inputArgs, MUSIC_FORMATS, MUSIC_LIST_FORMATS, WAV_FORMATS, words } from '#core/ffmpeg/inputs.ts';
import { type Loudness, loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { TARGET_LUFS } from '#film/sound/loudness.ts';
import { SAMPLE_RATE } from '#film/time/timing.ts';
import { readWavInfo } from '../audio/wav.ts';
import { LIMITER } from './sound-filters.ts';

/** The film's music and its file, as it was uploaded. */
export interface FilmMusic extends Pick<MusicSnapshot, 'gainDb' | 'volume' | 'fadeOut' | 'start' | 'ducked'> {
  path: string;
}

interface MixOptions {
  ffmpeg: Ffmpeg;
  /** This attempt's own folder. */
  workDir: string;
  /** The film's length in samples at 48 kHz. */
  samples: number;
  signal?: AbortSignal | undefined;
}

/** Prevents clicks at its start and its end. */
const EDGE_SAMPLES = SAMPLE_RATE / 100;
/**
 * The most that the film's own audio may be raised above its target if the music is quiet and fills most of
 * the film, in dB.
 */
const MAX_RAISED_DB = 6;
/** Own audio below this counts as silence. */
const SILENT_LUFS = -55;
const STEREO = `asetpts=N/SR/TB,aformat=sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`;
const PCM = words('-map_metadata -1 -fflags +bitexact -c:a pcm_s16le -f wav');
const [OWN, MIX] = ['ebur128@own', 'ebur128@mix'];

/**
 * Mixes the music with the film's own audio, as long as the film and at its loudness, so the mix is measured
 * first.
 * @param film arguments of the film's input
 * @returns the music's input, to follow the film's, and the filter graph from both to `[sound]`
 * @throws MediaError
 */
export async function mixMusic(
  music: FilmMusic,
  film: string[],
  options: MixOptions & { onProgress: (fraction: number) => void },
): Promise<{ input: string[]; graph: string }> {
  const { ffmpeg, samples, signal, onProgress } = options;
  const input = await musicInput(music, options);
  const [own, mix] = [loudnessReader(OWN), loudnessReader(MIX)];
  const ebur128 = 'peak=true:framelog=verbose';
  const measured = `${mixed(music, samples)};[own]${OWN}=${ebur128}[o];[mix]${MIX}=${ebur128}[m]`;
  const outputs = words('-map [m] -f null - -map [o] -f null -');
  await ffmpeg.run([...film, ...input, '-filter_complex', measured, ...outputs], {
    signal,
    logLevel: 'info',
    onLogLine: (line) => {
      own.line(line);
      mix.line(line);
    },
    total: { ms: (samples * 1000) / SAMPLE_RATE },
    onProgress,
  });
  const finish = [
    `volume=${correctionDb(own.result(), mix.result()).toFixed(2)}dB:precision=float`,
    ...LIMITER,
    'apad',
    `atrim=end_sample=${samples}`,
    'asetpts=N/SR/TB',
  ].join(',');
  return { input, graph: `${mixed(music, samples)};[own]anullsink;[mix]${finish}[sound]` };
}

/**
 * Makes the music at least as long as the film. Shorter music is repeated, with a crossfade from its end to
 * its start.
 * @returns arguments of an input whose audio is the music
 * @throws MediaError
 */
async function musicInput(music: FilmMusic, options: MixOptions): Promise<string[]> {
  const { ffmpeg, workDir, samples, signal } = options;
  const whole = join(workDir, 'music.wav');
  const from = `atrim=start=${music.start},${STEREO},atrim=end_sample=${samples}`;
  await ffmpeg.run(
    [
      ...inputArgs(music.path, { formats: MUSIC_FORMATS }),
      ...words(`-map 0:a:0 -af ${from}`),
      ...PCM,
      `file:${whole}`,
    ],
    { signal },
  );
  const { samples: own } = await readWavInfo(whole);
  const files = own >= samples ? [whole] : await repeat(whole, own, options);
  const listPath = join(workDir, 'music.ffconcat');
  await writeFile(
    listPath,
    ['ffconcat version 1.0', ...files.map((file) => `file '${file}'`), ''].join('\n'),
  );
  return inputArgs(listPath, { formats: MUSIC_LIST_FORMATS, format: 'concat', extra: words('-safe 0') });
}

/**
 * Returns the music's first moment, and then, as often as needed, what follows it up to the crossfade into
 * that moment.
 */
async function repeat(whole: string, own: number, options: MixOptions): Promise<string[]> {
  const { ffmpeg, workDir, samples, signal } = options;
  const over = Math.round((loopCrossfadeMs((own * 1000) / SAMPLE_RATE) * SAMPLE_RATE) / 1000);
  const [first, turn] = [join(workDir, 'music-first.wav'), join(workDir, 'music-turn.wav')];
  const graph = [
    '[0:a:0]asplit[whole][again]',
    `[again]atrim=end_sample=${over}[start]`,
    `[whole][start]acrossfade=ns=${over}:c1=qsin:c2=qsin,asplit[a][b]`,
    `[a]atrim=end_sample=${over}[first]`,
    `[b]atrim=start_sample=${over},asetpts=PTS-STARTPTS[turn]`,
  ].join(';');
  const outputs = [...words('-map [first]'), ...PCM, `file:${first}`, ...words('-map [turn]'), ...PCM];
  await ffmpeg.run(
    [...inputArgs(whole, { formats: WAV_FORMATS }), '-filter_complex', graph, ...outputs, `file:${turn}`],
    { signal },
  );
  const turns = Math.ceil((samples - over) / (own - over));
  return [first, ...Array.from({ length: turns }, () => turn)];
}

/**
 * Returns the gain from the mix to the film's loudness. Speech is never raised much above the target to
 * compensate for quiet music.
 */
function correctionDb(own: Loudness | null, mix: Loudness | null): number {
  if (mix === null) return 0;
  const neededGain = TARGET_LUFS - mix.integratedLufs;
  if (own === null || own.integratedLufs < SILENT_LUFS) return neededGain;
  return Math.min(neededGain, Math.max(0, TARGET_LUFS - own.integratedLufs) + MAX_RAISED_DB);
}

/** Returns the graph of `[own]`, the film without its music, and `[mix]`, both together. */
function mixed({ gainDb, volume, fadeOut, ducked }: FilmMusic, samples: number): string {
  const exact = `apad,atrim=end_sample=${samples}`;
  const fall = Math.min(samples, Math.max(EDGE_SAMPLES, Math.round(fadeOut * SAMPLE_RATE)));
  const bed = [
    STEREO,
    exact,
    `volume=${volume === 0 ? 0 : `${(gainDb + 20 * Math.log10(volume)).toFixed(2)}dB`}:precision=float`,
    `afade=t=in:ss=0:ns=${Math.min(samples, EDGE_SAMPLES)}:curve=tri`,
    `afade=t=out:ss=${samples - fall}:ns=${fall}:curve=tri`,
  ].join(',');
  const { thresholdDb, ratio, depth, attackMs, releaseMs } = DUCKING;
  const threshold = (10 ** (thresholdDb / 20)).toFixed(5);
  const duck = `sidechaincompress=threshold=${threshold}:ratio=${ratio}:attack=${attackMs}:release=${releaseMs}:knee=4:mix=${depth}`;
  return [
    `[0:a:0]${STEREO},${exact},asplit=${ducked ? 3 : 2}[own][under]${ducked ? '[key]' : ''}`,
    `[1:a:0]${bed}[bed]`,
    ...(ducked ? [`[bed][key]${duck}[music]`] : ['[bed]anull[music]']),
    '[under][music]amix=inputs=2:normalize=0:duration=first[mix]',
  ].join(';');
}
