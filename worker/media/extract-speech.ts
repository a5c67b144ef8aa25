import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { AudioInfo, MediaProbe } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { restoreCancelled } from './mono-mix.ts';
import { soundArgs } from './scan-plan.ts';

interface Source {
  path: string;
  probe: MediaProbe;
  audio: AudioInfo;
  durationMs: number;
}

interface ExtractOptions {
  ffmpeg: Ffmpeg;
  /** In this attempt's own folder. */
  outFile: string;
  signal?: AbortSignal;
  /** Receives the completed part, 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/**
 * Writes a source's audio as recognisers need it: 16 kHz, mono, also if its sides are inverted.
 * @throws MediaError
 */
export async function extractSpeech(
  { path, probe, audio, durationMs }: Source,
  { ffmpeg, outFile, signal, onProgress }: ExtractOptions,
): Promise<void> {
  const difference = audio.channels > 1 ? `${outFile}.difference` : null;
  const args = soundArgs(probe, audio, { speech: outFile, difference });
  await ffmpeg.run([...inputArgs(path, { extra: ['-vn'] }), ...args], {
    signal,
    total: { ms: durationMs },
    onProgress,
  });
  if (difference) await restoreCancelled(outFile, difference);
}
