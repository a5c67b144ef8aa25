import { MediaError } from './errors.ts';
import { guardArgs, inputArgs, MEDIA_FORMATS, words } from './inputs.ts';
import type { Ffmpeg } from './run.ts';

export interface CheckOptions {
  signal?: AbortSignal;
  formats?: string;
}

/** Counts the packets of one stream ("v:0", "a:0") without decoding them. */
export async function countPackets(
  ffmpeg: Ffmpeg,
  path: string,
  stream: string,
  options: CheckOptions = {},
): Promise<number> {
  const printed = await ffmpeg.probe(
    [
      ...guardArgs(options.formats ?? MEDIA_FORMATS),
      ...words(`-select_streams ${stream} -count_packets -show_entries stream=nb_read_packets -of csv=p=0`),
      '-i',
      `file:${path}`,
    ],
    { signal: options.signal, timeoutMs: 120_000 },
  );
  return Number.parseInt(printed, 10) || 0;
}

/**
 * Decodes a whole file and stops at the first error.
 * @throws MediaError `failed` if a packet does not decode
 */
export async function decodeWhole(ffmpeg: Ffmpeg, path: string, options: CheckOptions = {}): Promise<void> {
  const complaints: string[] = [];
  await ffmpeg.run(
    ['-xerror', '-err_detect', 'explode', ...inputArgs(path, options), '-map', '0', '-f', 'null', '-'],
    { signal: options.signal, onLogLine: (line) => complaints.push(line) },
  );
  if (complaints.length > 0) throw new MediaError('failed', { detail: complaints.slice(0, 20).join('\n') });
}
