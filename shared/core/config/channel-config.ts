import type { Environment } from './environment.ts';

/** The service that connects channels and receives their videos. */
export interface ChannelConfig {
  standIn: boolean;
  clientId: string;
  clientSecret: string;
  /** The address that Google redirects to after the consent. */
  redirectUri: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  /** YouTube Data API v3, without a trailing slash. */
  apiUrl: string;
  uploadUrl: string;
  /** The URL of a video's page, up to the video's ID. */
  watchUrl: string;
}

const YOUTUBE = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  apiUrl: 'https://www.googleapis.com/youtube/v3',
  uploadUrl: 'https://www.googleapis.com/upload/youtube/v3/videos',
  watchUrl: 'https://www.youtube.com/watch?v=',
};

/**
 * Returns YouTube with its own OAuth client or the sign-in's client. Without either, local mode uses a
 * stand-in.
 * @throws Error with a message for the operator
 */
export function channelConfig(e: Environment, publicUrl: string): ChannelConfig {
  const redirectUri = `${publicUrl}/api/youtube/callback`;
  const clientId = e.YOUTUBE_CLIENT_ID ?? e.GOOGLE_CLIENT_ID;
  const clientSecret = e.YOUTUBE_CLIENT_ID ? e.YOUTUBE_CLIENT_SECRET : e.GOOGLE_CLIENT_SECRET;
  if (clientId && clientSecret) return { standIn: false, clientId, clientSecret, redirectUri, ...YOUTUBE };
  if (e.CUTROOM_MODE === 'production') {
    throw new Error(
      'CUTROOM_MODE=production needs YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET: it refuses stand-ins.',
    );
  }
  // The browser reaches the stand-in through our origin; we reach it directly.
  const path = '/standins/youtube-channel';
  const direct = `${e.STANDINS_URL ?? publicUrl}${path}`;
  return {
    standIn: true,
    clientId: 'cutroom-local',
    clientSecret: 'cutroom-local-stand-in-secret',
    redirectUri,
    authorizeUrl: `${publicUrl}${path}/consent`,
    tokenUrl: `${direct}/token`,
    revokeUrl: `${direct}/revoke`,
    apiUrl: `${direct}/youtube/v3`,
    uploadUrl: `${direct}/upload/youtube/v3/videos`,
    watchUrl: `${publicUrl}${path}/watch?v=`,
  };
}
