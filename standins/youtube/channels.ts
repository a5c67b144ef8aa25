import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, sendError, sendJson } from './answer.ts';
import type { ChannelState } from './channel-state.ts';

/** `channels.list` and `videos.list` of YouTube's Data API, for the account of an access token. */
export function createChannels(state: ChannelState) {
  return {
    async list(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
      const failure = state.failure('channels');
      if (failure) return fail(response, failure);
      const account = state.account(request.headers.authorization);
      if (!account) return sendError(response, 401, 'authError');
      if (query.get('mine') !== 'true') return sendError(response, 400, 'missingRequiredParameter');
      const { channel } = account;
      const items = channel
        ? [{ kind: 'youtube#channel', id: channel.id, snippet: { title: channel.title } }]
        : undefined;
      // YouTube omits the list if the account has no channel.
      sendJson(response, 200, { kind: 'youtube#channelListResponse', ...(items && { items }) });
    },

    async videos(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
      const failure = state.failure('videos');
      if (failure) return fail(response, failure);
      if (!state.account(request.headers.authorization)) return sendError(response, 401, 'authError');
      const video = state.videos.get(query.get('id') ?? '');
      const items = video
        ? [
            {
              kind: 'youtube#video',
              id: video.id,
              status: {
                uploadStatus: video.uploadStatus,
                privacyStatus: video.privacy,
                ...(video.failureReason && { failureReason: video.failureReason }),
                ...(video.rejectionReason && { rejectionReason: video.rejectionReason }),
              },
            },
          ]
        : [];
      sendJson(response, 200, { kind: 'youtube#videoListResponse', items });
    },
  };
}
