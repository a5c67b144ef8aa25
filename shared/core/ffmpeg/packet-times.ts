import { guardArgs, MEDIA_FORMATS, words } from './inputs.ts';
import type { Ffmpeg } from './run.ts';

const TIMEOUT_MS = 120_000;
/** Farther apart than frames are reordered; also ffmpeg's own threshold for a gap. In seconds. */
const JUMP_BACK_S = 2;
const JUMP_AHEAD_S = 10;
/** Containers of broadcasts and discs: each part of a recording may have its own timestamps. */
const MAY_JUMP = new Set(['mpegts', 'mpeg']);

/** Whether a file's timestamps may restart or jump ahead, so that its stated length is only a guess. */
export const mayJump = (formatName: string): boolean => MAY_JUMP.has(formatName);

export interface PacketTimes {
  /** By stream index: where the last packet starts and where it ends, in seconds as stored. */
  streams: Map<number, { last: number; end: number }>;
  /** Whether the demuxer reported that the file ends too early. */
  cut: boolean;
}

/**
 * Reads the times of a file's packets without decoding them.
 * @param fromSeconds where to start, from the container's start; the demuxer seeks to the keyframe before
 * @throws MediaError
 */
export async function readPacketTimes(
  ffmpeg: Ffmpeg,
  path: string,
  options: {
    fromSeconds?: number;
    input?: string[];
    /** Joins parts whose timestamps restart or jump ahead, as ffmpeg does while it decodes. */
    joinsJumps?: boolean;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<PacketTimes> {
  const { fromSeconds, input = guardArgs(MEDIA_FORMATS), joinsJumps = false, signal } = options;
  let cut = false;
  const printed = await ffmpeg.probe(
    [
      ...input,
      ...(fromSeconds ? ['-read_intervals', `${fromSeconds}%`] : []),
      ...words('-show_entries packet=stream_index,pts_time,duration_time -of csv=p=0'),
      '-i',
      `file:${path}`,
    ],
    {
      signal,
      timeoutMs: TIMEOUT_MS,
      onLogLine: (line) => {
        cut ||= line.includes('File ended prematurely');
      },
    },
  );
  const streams: PacketTimes['streams'] = new Map();
  const shifts = new Map<number, number>();
  for (const line of printed.split('\n')) {
    const [index, time, length] = line.split(',').map(Number);
    if (!Number.isFinite(index) || !Number.isFinite(time)) continue;
    const stream = streams.get(index!) ?? { last: time!, end: time! };
    let shift = shifts.get(index!) ?? 0;
    const step = time! + shift - stream.last;
    if (joinsJumps && (step < -JUMP_BACK_S || step > JUMP_AHEAD_S)) {
      shift = stream.end - time!;
      shifts.set(index!, shift);
    }
    const start = time! + shift;
    const end = start + (Number.isFinite(length) ? length! : 0);
    streams.set(index!, { last: Math.max(stream.last, start), end: Math.max(stream.end, end) });
  }
  return { streams, cut };
}
