import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Video } from '#contract/videos.ts';
import type { client } from '../../tests/helpers/processes/installation.ts';

export type Call = ReturnType<typeof client>;

/** How long a search caches its list of the library's folder, in ms. */
export const LISTED_MS = 3_000;

/**
 * Writes a video into a library, with its subtitles if any are given. Each file's bytes differ from those of
 * `base`, so none of its artifacts exist yet.
 * @param base an MP4 file
 * @param subtitles SubRip
 */
export async function addVideo(
  folder: string,
  name: string,
  base: Buffer,
  subtitles?: string,
): Promise<void> {
  const text = Buffer.from(randomUUID());
  const header = Buffer.alloc(8);
  header.writeUInt32BE(header.length + text.length);
  header.write('free', 4, 'latin1');
  if (subtitles) await writeFile(join(folder, `${name}.srt`), subtitles);
  await writeFile(join(folder, `${name}.mp4`), Buffer.concat([base, header, text]));
}

/** Waits until the library lists a video by this title, in lower case. Returns the video's ID. */
export async function findVideo(call: Call, title: string): Promise<string> {
  for (;;) {
    const request = call<Video[]>('GET', `/api/videos/search?query=${encodeURIComponent(title)}`);
    // Ignores responses that too many requests were sent in this minute.
    const videos = await request.catch(() => []);
    const video = videos.find((one) => one.title.toLowerCase() === title);
    if (video) return video.id;
    await sleep(1000);
  }
}
