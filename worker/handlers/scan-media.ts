import { readdir } from 'node:fs/promises';
import { scanMedia as scanJob } from '#contract/jobs/processing.ts';
import { getVideo } from '#node/repositories/videos.ts';
import { scanKeyOf } from '#node/repositories/sections.ts';
import { scanMedia } from '../media/scan.ts';
import { timeWords } from '../detail-words.ts';
import type { Handler } from './handler.ts';
import { fetchedFile } from './media-of.ts';

/** Looks at a fetched file once: proxy, stills, shots, silences, loudness, waveform, sound for the recogniser. */
export const handleScanMedia: Handler<'scan-media'> = async ({ platform, input, signal, report }) => {
  const video = await getVideo(platform.db, input.videoId);
  const { path, sha256 } = await fetchedFile(platform, video.fetch_key);
  return platform.artifacts.build(scanJob, scanKeyOf(sha256), video.owner_id, async (dir) => {
    const data = await scanMedia({
      ffmpeg: platform.ffmpeg,
      source: path,
      outDir: dir,
      signal,
      onProgress: (fraction, durationMs) => report(fraction, timeWords('Scanning', fraction, durationMs)),
    });
    return { data, files: await readdir(dir) };
  });
};
