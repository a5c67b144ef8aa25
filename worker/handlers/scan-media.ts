import { readdir } from 'node:fs/promises';
import { scanMedia as scanJob } from '#contract/jobs/processing.ts';
import { getVideo } from '#core/repositories/media/videos.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import { scanMedia } from '../media/scan.ts';
import { timeWords } from '../progress/detail-words.ts';
import type { Handler } from './handler.ts';
import { fetchedFile, openVideo } from './media-of.ts';

/**
 * Scans a fetched file once: stills, shots, silences, loudness, waveform, audio for the recogniser; often
 * also its proxy.
 */
export const handleScanMedia: Handler<'scan-media'> = async ({ backend, input, signal, report }) => {
  const video = await getVideo(backend.db, input.videoId);
  const { sha256 } = await fetchedFile(backend, video.fetchKey);
  return backend.artifacts.build(scanJob, scanKeyOf(sha256), video.ownerId, async (dir) => {
    const { path, isCopy } = await openVideo(backend, video.fetchKey, { ownerId: video.ownerId, signal });
    const data = await scanMedia({
      ffmpeg: backend.ffmpeg,
      source: path,
      outDir: dir,
      proxy: input.proxy,
      signal,
      onProgress: (fraction, durationMs) => report(fraction, timeWords('Scanning', fraction, durationMs)),
    });
    // Browsers would play the fetched file, not the copy of it that was scanned.
    const scan = isCopy ? { ...data, playable: undefined } : data;
    return { data: scan, files: await readdir(dir) };
  });
};
