import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { fail, readText, sendError, sendJson } from './answer.ts';
import type { ChannelState, Session } from './channel-state.ts';

/** Bytes are stored in pieces of this size. An incomplete piece of a broken request is lost. */
const PIECE = 256 * 1024;

/**
 * YouTube's resumable uploads: started by a POST and sent by PUTs, each of which may ask how much has
 * arrived.
 */
export function createUpload(state: ChannelState, prefix: string) {
  async function begin(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const text = await readText(request);
    const failure = state.failure('begin');
    if (failure) return fail(response, failure);
    const account = state.account(request.headers.authorization);
    if (!account) return sendError(response, 401, 'authError');
    if (!account.channel) return sendError(response, 401, 'youtubeSignupRequired');
    if (query.get('uploadType') !== 'resumable') return sendError(response, 400, 'badRequest');
    const resource = JSON.parse(text) as Session['resource'];
    const title = resource.snippet?.title ?? '';
    if (title === '' || title.length > 100 || /[<>]/.test(title)) {
      return sendError(response, 400, 'invalidTitle');
    }
    const description = resource.snippet?.description ?? '';
    if (Buffer.byteLength(description) > 5000 || /[<>]/.test(description)) {
      return sendError(response, 400, 'invalidDescription');
    }
    // YouTube publishes only private videos later.
    if (resource.status?.publishAt !== undefined && resource.status.privacyStatus !== 'private') {
      return sendError(response, 400, 'invalidPublishAt');
    }
    const bytes = Number(request.headers['x-upload-content-length']);
    if (!Number.isInteger(bytes) || bytes < 1) return sendError(response, 400, 'badContent');
    const id = state.newId();
    state.sessions.set(id, {
      id,
      channel: account.channel,
      bytes,
      received: 0,
      hash: createHash('sha256'),
      resource,
      video: null,
    });
    const location = `http://${request.headers.host}${prefix}?uploadType=resumable&upload_id=${id}`;
    response.writeHead(200, { location }).end();
  }

  async function put(request: IncomingMessage, response: ServerResponse, query: URLSearchParams) {
    const session = state.sessions.get(query.get('upload_id') ?? '');
    if (!session) return refuse(request, response, 404, 'notFound');
    const range = request.headers['content-range'] ?? '';
    const asks = range === `bytes */${session.bytes}`;
    const failure = asks ? undefined : state.failure('chunk');
    if (failure?.expire) {
      state.sessions.delete(session.id);
      return refuse(request, response, 404, 'notFound');
    }
    if (failure && failure.breakAfter === undefined) {
      for await (const _ of request);
      return fail(response, failure);
    }
    if (!state.account(request.headers.authorization)) return refuse(request, response, 401, 'authError');
    if (!asks) {
      const [, from, to] = new RegExp(`^bytes (\\d+)-(\\d+)/${session.bytes}$`).exec(range) ?? [];
      if (Number(from) !== session.received) return refuse(request, response, 400, 'invalidContentRange');
      const isLast = Number(to) === session.bytes - 1;
      const length = Number(to) - Number(from) + 1;
      if (!isLast && length % PIECE !== 0) return refuse(request, response, 400, 'invalidChunkSize');
      await receive(request, session, { isLast, breakAfter: failure?.breakAfter });
    }
    respond(response, session);
  }

  async function receive(
    request: IncomingMessage,
    session: Session,
    { isLast, breakAfter = Infinity }: { isLast: boolean; breakAfter: number | undefined },
  ): Promise<void> {
    let buffered = Buffer.alloc(0);
    let receivedBytes = 0;
    const keep = (bytes: number) => {
      session.hash.update(buffered.subarray(0, bytes));
      session.received += bytes;
      buffered = buffered.subarray(bytes);
    };
    for await (const chunk of request as AsyncIterable<Buffer>) {
      buffered = Buffer.concat([buffered, chunk]);
      receivedBytes += chunk.length;
      keep(Math.min(buffered.length - (buffered.length % PIECE), session.bytes - session.received));
      if (receivedBytes > breakAfter) {
        request.socket.destroy();
        return;
      }
      const { bytesPerSecond } = state.control;
      if (bytesPerSecond) await setTimeout((chunk.length / bytesPerSecond) * 1000);
    }
    if (isLast && session.received + buffered.length === session.bytes) keep(buffered.length);
  }

  function respond(response: ServerResponse, session: Session): void {
    if (session.received < session.bytes) {
      const range = session.received > 0 ? { range: `bytes=0-${session.received - 1}` } : {};
      response.writeHead(308, { ...range, 'content-length': 0 }).end();
      return;
    }
    session.video ??= publish(session);
    const { id, title, description, privacy } = session.video;
    sendJson(response, 201, {
      kind: 'youtube#video',
      id,
      snippet: { title, description },
      status: { uploadStatus: 'uploaded', privacyStatus: privacy },
    });
  }

  function publish({ channel, bytes, hash, resource }: Session) {
    const video = {
      id: state.newId(),
      channel,
      title: resource.snippet?.title ?? '',
      description: resource.snippet?.description ?? '',
      privacy: resource.status?.privacyStatus ?? 'public',
      tags: resource.snippet?.tags ?? [],
      publishAt: resource.status?.publishAt ?? null,
      containsSyntheticMedia: resource.status?.containsSyntheticMedia ?? false,
      bytes,
      sha256: hash.digest('hex'),
      thumbnail: null,
      captions: [],
      ...state.control.outcome,
    };
    state.videos.set(video.id, video);
    return video;
  }

  return { begin, put };
}

/**
 * Refuses a request after reading its body: otherwise the sender would see a broken connection instead of the
 * response.
 */
async function refuse(request: IncomingMessage, response: ServerResponse, status: number, reason: string) {
  for await (const _ of request);
  sendError(response, status, reason);
}
