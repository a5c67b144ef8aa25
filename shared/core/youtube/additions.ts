import { randomUUID } from 'node:crypto';
import type { Language } from '#contract/primitives.ts';
import { StepError } from '../lib/errors.ts';
import { reasonOf, refusalOf, request } from './request.ts';
import type { Sender } from './upload.ts';

const NO_THUMBNAIL =
  'YouTube allows own thumbnails only on verified channels. Verify your channel at youtube.com/verify.';
const NO_CAPTIONS =
  'Your channel was connected without the permission for subtitles. Disconnect it and connect it again in settings.';
/** Reasons for a request that the user's consent does not include. */
const NOT_PERMITTED = new Set(['forbidden', 'insufficientPermissions', 'insufficientAuthPermissions']);

/** A request that adds something to a video that is on the channel. */
interface Addition {
  /** The resource, as in `thumbnails/set?videoId=…`. */
  resource: string;
  type: string;
  body: Uint8Array<ArrayBuffer>;
  /** The message if the channel does not permit it. */
  notPermitted: string;
  /** The reason of a refusal that means that an earlier attempt succeeded. */
  done?: string;
}

/** @throws StepError */
async function send(sender: Sender, { resource, type, body, ...outcomes }: Addition): Promise<void> {
  const { channels, userId, channelId, signal } = sender;
  const url = new URL(resource, channels.config.uploadUrl).href;
  const response = await channels.ask({ userId, channelId, signal }, (token) =>
    request(
      url,
      { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': type }, body },
      sender,
    ),
  );
  if (response.ok) return void (await response.body?.cancel());
  const reason = await reasonOf(response.clone());
  if (reason !== '' && reason === outcomes.done) return void (await response.body?.cancel());
  if (response.status === 403 && NOT_PERMITTED.has(reason)) {
    await response.body?.cancel();
    throw new StepError('forbidden', outcomes.notPermitted);
  }
  throw await refusalOf(response);
}

/** Sets a JPEG as a video's thumbnail. @throws StepError */
export const setThumbnail = (
  sender: Sender,
  youtubeId: string,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<void> =>
  send(sender, {
    resource: `thumbnails/set?videoId=${youtubeId}&uploadType=media`,
    type: 'image/jpeg',
    body: jpeg,
    notPermitted: NO_THUMBNAIL,
  });

/** Adds subtitles in a language to a video, once. @throws StepError */
export function addCaptions(
  sender: Sender,
  youtubeId: string,
  { language, vtt }: { language: Language; vtt: Uint8Array },
): Promise<void> {
  const boundary = randomUUID();
  const snippet = { videoId: youtubeId, language, name: '', isDraft: false };
  const head = [
    `--${boundary}`,
    'Content-Type: application/json; charset=UTF-8',
    '',
    JSON.stringify({ snippet }),
    `--${boundary}`,
    'Content-Type: text/vtt',
    '',
    '',
  ].join('\r\n');
  return send(sender, {
    resource: 'captions?part=snippet&uploadType=multipart',
    type: `multipart/related; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), vtt, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    notPermitted: NO_CAPTIONS,
    done: 'captionExists',
  });
}
