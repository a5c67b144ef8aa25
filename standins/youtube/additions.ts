import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, sendError, sendJson } from './answer.ts';
import type { ChannelState, Failure, Video } from './channel-state.ts';

/** YouTube's limit for thumbnails, in bytes. */
const MAX_THUMBNAIL = 2 * 2 ** 20;
const MAX_BODY = 20 * 2 ** 20;
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the parts of a multipart/related body. */
function partsOf(type: string, body: Buffer): { type: string; text: string }[] {
  const [, boundary] = /^multipart\/related; boundary=([\w-]+)$/.exec(type) ?? [];
  if (boundary === undefined) return [];
  return body
    .toString()
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...text] = part.trim().split('\r\n\r\n');
      return { type: /content-type: ([\w/]+)/i.exec(head)?.[1] ?? '', text: text.join('\r\n\r\n') };
    });
}

/** `thumbnails.set` and `captions.insert` of YouTube's Data API. */
export function createAdditions(state: ChannelState) {
  /** Returns the video of the account; otherwise sends the refusal. */
  async function begin(
    request: IncomingMessage,
    response: ServerResponse,
    on: Failure['on'],
  ): Promise<{ channelId: string | undefined } | undefined> {
    const failure = state.failure(on);
    if (failure) {
      await fail(response, failure);
      return undefined;
    }
    const account = state.account(request.headers.authorization);
    if (account) return { channelId: account.channel?.id };
    sendError(response, 401, 'authError');
    return undefined;
  }
  function findVideo(id: string, channelId: string | undefined): Video | undefined {
    const video = state.videos.get(id);
    return video?.channel.id === channelId ? video : undefined;
  }

  return {
    async thumbnail(
      request: IncomingMessage,
      response: ServerResponse,
      query: URLSearchParams,
    ): Promise<void> {
      const body = await readBytes(request);
      const caller = await begin(request, response, 'thumbnail');
      if (!caller) return;
      const video = findVideo(query.get('videoId') ?? '', caller.channelId);
      if (!video) return sendError(response, 404, 'videoNotFound');
      const isJpeg = request.headers['content-type'] === 'image/jpeg' && body.subarray(0, 3).equals(JPEG);
      if (!isJpeg || body.length > MAX_THUMBNAIL) return sendError(response, 400, 'invalidImage');
      video.thumbnail = createHash('sha256').update(body).digest('hex');
      sendJson(response, 200, { kind: 'youtube#thumbnailSetResponse' });
    },

    async captions(
      request: IncomingMessage,
      response: ServerResponse,
      query: URLSearchParams,
    ): Promise<void> {
      const parts = partsOf(request.headers['content-type'] ?? '', await readBytes(request));
      const caller = await begin(request, response, 'captions');
      if (!caller) return;
      const [described, file] = parts;
      if (query.get('part') !== 'snippet' || described?.type !== 'application/json' || !file) {
        return sendError(response, 400, 'contentRequired');
      }
      const { snippet } = JSON.parse(described.text) as { snippet: { videoId: string; language: string } };
      const video = findVideo(snippet.videoId, caller.channelId);
      if (!video) return sendError(response, 404, 'videoNotFound');
      const { language } = snippet;
      if (video.captions.some((track) => track.language === language)) {
        return sendError(response, 409, 'captionExists');
      }
      video.captions.push({ language, text: file.text });
      sendJson(response, 200, { kind: 'youtube#caption', id: state.newId() });
    },
  };
}
