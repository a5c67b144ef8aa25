import type { Video } from '#contract/videos.ts';
import { ADDED_TOAST_MS } from '../../config/constants.ts';
import { ApiError, call, isUnauthorized } from '../../lib/api.ts';
import { addManualVideo, fillManualVideo, useManualVideos } from '../../lib/manual-videos.ts';
import { sessionLost } from '../../lib/session.ts';
import { toast } from '../../lib/toast.ts';
import { manualCard } from './manual-card.ts';

/** Puts a link's card first and selects it; what its site tells of the video comes after. */
export function addLink(url: URL): void {
  const { added } = useManualVideos.getState();
  const known = added.find((entry) => entry.url === url.href);
  const entry = known ?? { video: manualCard(url), url: url.href, serverId: null };
  addManualVideo(entry);
  toast({ title: 'Video Added to Selection', description: entry.video.title });
  void lookUp(entry.video.id, url);
}

/** The card stays as it is when nothing is told: processing tries the link once more. */
async function lookUp(id: string, url: URL): Promise<void> {
  const since = Date.now();
  try {
    const found = await call<Video>('POST', '/api/videos/extract', { body: { url: url.href } });
    const { title, description, thumbnail, duration, channel } = found;
    fillManualVideo(id, { title, description, thumbnail, duration, channel }, found.id);
  } catch (error) {
    if (isUnauthorized(error)) return sessionLost();
    if (error instanceof ApiError && error.status < 500)
      fillManualVideo(id, { description: error.userMessage }, null);
    // One toast shows at a time: that it was added is read first.
    setTimeout(tellFailure, Math.max(0, since + ADDED_TOAST_MS - Date.now()));
  }
}

function tellFailure(): void {
  toast({
    title: 'Failed to Add Video',
    description: 'Could not extract video information. Please check the URL and try again.',
    variant: 'destructive',
  });
}
