import * as calls from '#contract/calls/index.ts';
import type { RefusedLink } from '#contract/videos.ts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { attempt, type Problem } from '../../../lib/api/attempt.ts';
import {
  addManualVideo,
  fillManualVideo,
  removeManualVideo,
  useManualVideos,
} from '../../../lib/selection/manual-videos.ts';
import { dismissCurrent, toast } from '../../../lib/toast.ts';
import { manualCard } from './manual-card.ts';
import { forgetRefusedLink, useRefusedLink } from './refused-link.ts';

const NO_DETAILS = 'We couldn’t get the details of this video yet. We’ll try again during processing.';

/** Inserts the card of a link first and selects it. The details from its site follow. */
export function addLink(url: URL): void {
  const { added } = useManualVideos.getState();
  const existing = added.find((entry) => entry.url === url.href);
  const entry = existing ?? { video: manualCard(url), url: url.href, serverId: null };
  forgetRefusedLink();
  addManualVideo(entry);
  toast({ title: 'Video Added to Selection', description: entry.video.title });
  void lookUp(entry.video.id, url);
}

async function lookUp(id: string, url: URL): Promise<void> {
  const extract = async (): Promise<void> => {
    const extracted = await call(calls.extractVideo, { body: { url: url.href } });
    const { title, description, thumbnail, duration, channel } = extracted;
    fillManualVideo(id, { title, description, thumbnail, duration, channel }, extracted.id);
  };
  const keepOrRefuse = ({ error }: Problem): void => {
    if (isRefusal(error)) return refuse(id, url, error);
    // A slow site or a lost connection does not mean that the link is wrong: the card stays.
    const { added } = useManualVideos.getState();
    const isKnown = added.some(({ video, serverId }) => video.id === id && serverId !== null);
    if (!isKnown) fillManualVideo(id, { description: NO_DETAILS }, null);
  };
  await attempt(extract, { fallback: NO_DETAILS, report: keepOrRefuse });
}

/** Whether the server reported that there is no video at the URL. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || error.status === 422);

function refuse(id: string, { href: url }: URL, error: ApiError): void {
  const reason = error.userMessage;
  removeManualVideo(id);
  useRefusedLink.setState({ refused: { url, reason } });
  // The link may be right: only the notice names what is missing.
  if ((error.details as Partial<RefusedLink> | undefined)?.noPages) {
    // The toast 'Video Added to Selection' is no longer true.
    dismissCurrent();
    return;
  }
  toast({
    title: 'Failed to Add Video',
    description: 'Could not extract video information. Please check the URL and try again.',
    variant: 'destructive',
    error,
  });
}
