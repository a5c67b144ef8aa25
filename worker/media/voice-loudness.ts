import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs, words, WAV_FORMATS } from '#core/ffmpeg/inputs.ts';
import { loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { PEAK_CEILING_DB, TARGET_LUFS } from '#film/sound/loudness.ts';
import { SAMPLE_RATE } from '#film/time/timing.ts';
import { silenceReader } from './log-lines.ts';
import { VOICE_ON_BOTH_SIDES } from './sound-filters.ts';
import { readWavInfo } from '../audio/wav.ts';

export interface NarrationOptions {
  ffmpeg: Ffmpeg;
  /** The voice's WAV file. */
  input: string;
  /** The path of the 48 kHz mono WAV file. */
  output: string;
  /** The playback speed, 1 to 1.2. The pitch is preserved. */
  tempo?: number;
  signal?: AbortSignal;
}

const SILENCE_DB = -50;
/** The silence that remains at both ends, in ms: a voice that starts on the first sample sounds cut off. */
const MARGIN_MS = 40;
/** Loudness cannot be measured over less than one block of 400 ms. For shorter audio, the peak decides. */
const SHORT_PEAK_DB = -6;
/** A plain voice peaks at most this far above its loudness. The limiter reduces the rest. */
const MAX_BOOST_DB = 40;

/**
 * Normalises a voice's recording for films: -16 LUFS in stereo, peaks under -1.5 dBTP, silence at both ends
 * trimmed. Returns its length, and how much was trimmed from its start, in ms.
 * @throws MediaError `failed` if the recording is silent
 */
export async function normaliseNarration(
  options: NarrationOptions,
): Promise<{ durationMs: number; trimmedMs: number }> {
  const { ffmpeg, signal } = options;
  const input = inputArgs(options.input, { formats: WAV_FORMATS });
  const recorded = await readWavInfo(options.input).catch((error: unknown) => {
    throw new MediaError('failed', { message: 'The narration could not be read.', cause: error });
  });
  const lengthMs = (recorded.samples * 1000) / recorded.sampleRate;

  const loudness = loudnessReader();
  const silence = silenceReader();
  const measure = `silencedetect=noise=${SILENCE_DB}dB:d=0.06,${VOICE_ON_BOTH_SIDES},ebur128=peak=true:framelog=verbose`;
  const measured = await ffmpeg.run([...input, '-af', measure, '-f', 'null', '-'], {
    signal,
    logLevel: 'info',
    onLogLine: (line) => {
      loudness.line(line);
      silence.line(line);
    },
  });
  const silences = silence.result(lengthMs);
  const lead = silences.find((s) => s.startMs <= 1)?.endMs ?? 0;
  const tail = silences.find((s) => s.endMs >= Math.floor(lengthMs) - 1)?.startMs ?? lengthMs;
  if (lead >= lengthMs - 1 || tail <= lead) {
    throw new MediaError('failed', { message: 'The narration is silent.', detail: measured.stderr });
  }
  const from = Math.max(0, lead - MARGIN_MS) / 1000;
  const to = Math.min(lengthMs, tail + MARGIN_MS) / 1000;

  const filters = [
    `atrim=start=${from}:end=${to}`,
    'asetpts=PTS-STARTPTS',
    `aresample=${SAMPLE_RATE * 2}`,
    'aformat=sample_fmts=fltp:channel_layouts=mono',
    ...(options.tempo !== undefined && options.tempo !== 1 ? [`atempo=${options.tempo}`] : []),
    `volume=${gainDb(loudness.result()).toFixed(2)}dB:precision=float`,
    `alimiter=limit=${PEAK_CEILING_DB - 0.2}dB:attack=3:release=60:level=false:latency=true`,
    'afade=t=in:d=0.005',
    `aresample=${SAMPLE_RATE}`,
  ];
  const encode = words('-map_metadata -1 -fflags +bitexact -c:a pcm_s16le -f wav');
  await ffmpeg.run([...input, '-af', filters.join(','), ...encode, `file:${options.output}`], { signal });
  const info = await readWavInfo(options.output);
  return {
    durationMs: Math.ceil((info.samples * 1000) / info.sampleRate),
    trimmedMs: Math.round(from * 1000),
  };
}

function gainDb(loudness: { integratedLufs: number; truePeakDb: number } | null): number {
  if (loudness === null) return 0;
  const neededGain = TARGET_LUFS - loudness.integratedLufs;
  // A single word is louder than its measured loudness, so it must not be driven hard into the limiter.
  const room = SHORT_PEAK_DB + 12 - loudness.truePeakDb;
  return Math.min(neededGain, room, MAX_BOOST_DB);
}
