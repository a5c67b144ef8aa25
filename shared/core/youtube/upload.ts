import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { MAX_CHANNEL_DESCRIPTION } from '#contract/channel.ts';
import { StepError } from '../lib/errors.ts';
import type { PublishingInput } from '#contract/jobs/publishing.ts';
import type { Channels, WithAccess } from './channels.ts';
import { leadsElsewhere, readAnswer, refusalOf, request } from './request.ts';
import { parseUrl } from '../lib/parse-url.ts';

/**
 * A multiple of 256 KiB, as the protocol requires. At most this much is in memory, and sent again after a
 * break.
 */
const CHUNK_BYTES = 8 * 2 ** 20;
/** The time limit of a chunk on a slow connection, in ms. */
const CHUNK_WITHIN_MS = 300_000;
/**
 * How often and how long YouTube's processing of a video is checked, in ms: most faults appear immediately.
 */
const LOOK_EVERY_MS = 5_000;
const LOOKS = 6;

const videoSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  status: z
    .object({
      uploadStatus: z.string().default('uploaded'),
      failureReason: z.string().optional(),
      rejectionReason: z.string().optional(),
    })
    .default({ uploadStatus: 'uploaded' }),
});
const videosSchema = z.object({ items: z.array(videoSchema).default([]) });
export type SentVideo = z.infer<typeof videoSchema>;

const NO_ADDRESS = 'YouTube did not say where to send the video. Please try again later.';
const FAILURES: Record<string, string> = {
  codec: 'YouTube cannot read how this video is encoded.',
  conversion: 'YouTube could not convert this video.',
  emptyFile: 'YouTube found this file to be empty.',
  invalidFile: 'YouTube does not recognise this file as a video.',
  tooSmall: 'YouTube says this file is too small.',
  uploadAborted: 'YouTube interrupted this upload.',
};
const REJECTIONS: Record<string, string> = {
  claim: 'YouTube rejected this video: somebody claims its content.',
  copyright: 'YouTube rejected this video: it infringes a copyright.',
  duplicate: 'YouTube rejected this video: it is on YouTube already.',
  length: 'YouTube rejected this video: it is longer than this channel may upload.',
  trademark: 'YouTube rejected this video: it infringes a trademark.',
  uploaderAccountClosed: 'YouTube rejected this video: the account of this channel is closed.',
  uploaderAccountSuspended: 'YouTube rejected this video: the account of this channel is suspended.',
};

/** The sender: a user's channel, until aborted. */
export interface Sender {
  channels: Channels;
  userId: string;
  channelId: string;
  signal: AbortSignal;
}

const ask = ({ channels, userId, channelId, signal }: Sender, act: WithAccess) =>
  channels.ask({ userId, channelId, signal }, act);

/** Starts an upload. @returns the URL for the file, valid for a week */
export async function beginUpload(
  sender: Sender,
  video: Omit<PublishingInput, 'of' | 'artifactKey' | 'channelId'>,
  bytes: number,
): Promise<string> {
  const { uploadUrl } = sender.channels.config;
  const { language, publishAt, tags = [], containsSyntheticMedia } = video;
  const title = withoutBrackets(video.title);
  const description = cutAt(withoutBrackets(video.description), MAX_CHANNEL_DESCRIPTION);
  const spoken = language === null ? {} : { defaultLanguage: language, defaultAudioLanguage: language };
  const body = JSON.stringify({
    snippet: { title, description, ...spoken, ...(tags.length > 0 && { tags }) },
    status: {
      privacyStatus: video.privacy,
      selfDeclaredMadeForKids: false,
      ...(publishAt !== undefined && { publishAt }),
      ...(containsSyntheticMedia && { containsSyntheticMedia }),
    },
  });
  const response = await ask(sender, (token) =>
    request(
      `${uploadUrl}?uploadType=resumable&part=snippet,status`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-length': String(bytes),
          'x-upload-content-type': 'video/*',
        },
        body,
      },
      sender,
    ),
  );
  if (!response.ok) throw await refusalOf(response);
  await response.body?.cancel();
  const location = response.headers.get('location') ?? '';
  const address = parseUrl(location);
  if (!address) throw new StepError('youtube_away', NO_ADDRESS, { retry: 'often' });
  // The access token is sent there with each part of the file.
  if (address.origin !== new URL(uploadUrl).origin) {
    throw leadsElsewhere();
  }
  return location;
}

/** YouTube refuses angle brackets, which creators cannot know. */
const withoutBrackets = (text: string) => text.replaceAll('<', '‹').replaceAll('>', '›');

/** Returns the longest prefix of whole characters with this many bytes. */
function cutAt(text: string, maxBytes: number): string {
  const cut = new Uint8Array(maxBytes);
  const { written } = new TextEncoder().encodeInto(text, cut);
  return new TextDecoder().decode(cut.subarray(0, written));
}

/** The state of an upload: at a byte, at its end, or forgotten by YouTube. */
type Reached = { offset: number } | { video: SentVideo } | 'expired';

/**
 * Sends a file, starting at the first byte that YouTube lacks. After a break it asks again and continues
 * while there is progress.
 * @throws StepError without progress: another attempt continues where this one ended
 */
export async function sendFile(
  sender: Sender,
  session: string,
  file: { path: string; bytes: number },
  report: (fraction: number) => void,
): Promise<SentVideo | 'expired'> {
  const put = (range: string, body: Uint8Array<ArrayBuffer> | undefined) =>
    ask(sender, (token) =>
      request(
        session,
        {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-range': range },
          ...(body && { body }),
        },
        body ? { signal: sender.signal, withinMs: CHUNK_WITHIN_MS } : sender,
      ),
    );
  const where = async () => reachedBy(await put(`bytes */${file.bytes}`, undefined));

  const handle = await open(file.path);
  try {
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, file.bytes));
    let reached = await where();
    while (reached !== 'expired' && 'offset' in reached) {
      const { offset } = reached;
      report(offset / file.bytes);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      const range = `bytes ${offset}-${offset + bytesRead - 1}/${file.bytes}`;
      try {
        reached = await reachedBy(await put(range, buffer.subarray(0, bytesRead)));
      } catch (error) {
        // A pause that YouTube requests is granted, and does not count as a break.
        if (!(error instanceof StepError) || error.isFinal || error.pauseMs !== null) throw error;
        reached = await where();
        if (reached !== 'expired' && 'offset' in reached && reached.offset <= offset) throw error;
      }
    }
    return reached === 'expired' ? reached : reached.video;
  } finally {
    await handle.close();
  }
}

async function reachedBy(response: Response): Promise<Reached> {
  if (response.status === 308) {
    await response.body?.cancel();
    const [, last] = /^bytes=0-(\d+)$/.exec(response.headers.get('range') ?? '') ?? [];
    return { offset: last === undefined ? 0 : Number(last) + 1 };
  }
  if (response.status === 404 || response.status === 410) {
    await response.body?.cancel();
    return 'expired';
  }
  if (!response.ok) throw await refusalOf(response);
  return { video: await readAnswer(response, videoSchema) };
}

/**
 * Waits briefly for YouTube's processing of a video. Slow processing counts as successful.
 * @throws StepError with the reason if the video cannot be used
 */
export async function refuseFailed(sender: Sender, sent: SentVideo): Promise<void> {
  const url = `${sender.channels.config.apiUrl}/videos?part=status&id=${sent.id}`;
  for (let attempt = 0; attempt < LOOKS; attempt += 1) {
    if (attempt > 0) await setTimeout(LOOK_EVERY_MS, undefined, { signal: sender.signal });
    const response = await ask(sender, (token) =>
      request(url, { headers: { authorization: `Bearer ${token}` } }, sender),
    );
    // The video exists, so a failed check does not count as a failure.
    if (!response.ok) return void (await response.body?.cancel());
    const { items } = await readAnswer(response, videosSchema);
    const status = items[0]?.status;
    const { failureReason = '', rejectionReason = '' } = status ?? {};
    if (status?.uploadStatus === 'processed') return;
    if (status?.uploadStatus === 'failed') {
      throw new StepError('youtube_failed', FAILURES[failureReason] ?? 'YouTube could not use this video.');
    }
    if (status?.uploadStatus === 'rejected') {
      throw new StepError(
        'youtube_rejected',
        REJECTIONS[rejectionReason] ?? 'YouTube rejected this video: it is against its rules.',
      );
    }
    if (status?.uploadStatus === 'deleted') {
      throw new StepError('youtube_deleted', 'This video was deleted on YouTube.');
    }
  }
}
