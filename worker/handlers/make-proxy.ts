import { join } from 'node:path';
import { makeProxy as proxyJob } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { getVideo, type VideoRow } from '#core/repositories/media/videos.ts';
import { PROXY_FILE, proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { timeWords } from '../progress/detail-words.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { makeProxy } from '../media/proxy.ts';
import type { Handler, StepContext } from './handler.ts';
import { openVideo, scanOf } from './media-of.ts';

type Options = Pick<StepContext<never>, 'signal'> & Partial<Pick<StepContext<never>, 'report'>>;

/** Makes the proxy of a scanned video, unless it exists already. */
export const handleMakeProxy: Handler<'make-proxy'> = async ({ backend, input, signal, report }) => {
  const video = await getVideo(backend.db, input.videoId);
  return proxyOf(backend, { ...video, fetchKey: input.fetchKey }, { signal, report });
};

/**
 * Returns the artifact with a scanned video's proxy: the scan itself, or another one, which is made if it
 * does not exist.
 * @throws StepError, MediaError
 */
export async function proxyOf(
  backend: Backend,
  { fetchKey, ownerId }: Pick<VideoRow, 'fetchKey' | 'ownerId'>,
  { signal, report }: Options,
): Promise<{ key: string; reused: boolean; open: () => Promise<string> }> {
  const scan = await scanOf(backend, { fetchKey });
  const openIn =
    ({ path }: Built<unknown>) =>
    () =>
      path(PROXY_FILE);
  if (scan.files.some(({ name }) => name === PROXY_FILE)) {
    return { key: scan.key, reused: true, open: openIn(scan) };
  }
  const built = await backend.artifacts.build(proxyJob, proxyKeyOf(scan.key), ownerId, async (dir) => {
    const { path: source } = await openVideo(backend, fetchKey, { ownerId, signal });
    await makeProxy({
      ffmpeg: backend.ffmpeg.inBackground(),
      source,
      outFile: join(dir, PROXY_FILE),
      signal,
      onProgress: (fraction, durationMs) =>
        report?.(fraction, timeWords('Preparing preview', fraction, durationMs)),
    });
    return { data: { scanKey: scan.key }, files: [PROXY_FILE] };
  });
  return { key: built.key, reused: built.reused, open: openIn(built) };
}
