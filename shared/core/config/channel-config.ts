import type { Environment } from './environment.ts';

/** The service that connects channels and receives their videos. */
export interface ChannelConfig {
  /** Whether users can connect channels. */
  available: boolean;
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
 * Returns YouTube with its own OAuth client or the client of Google's sign-in. Without either, local mode uses a
 * stand-in, and production has no channels.
 */
export function channelConfig(e: Environment, publicUrl: string): ChannelConfig {
  const redirectUri = `${publicUrl}/api/youtube/callback`;
  const clientId = e.YOUTUBE_CLIENT_ID ?? e.GOOGLE_CLIENT_ID;
  const clientSecret = e.YOUTUBE_CLIENT_ID ? e.YOUTUBE_CLIENT_SECRET : e.GOOGLE_CLIENT_SECRET;
  if (e.CUTROOM_MODE === 'production' || (clientId && clientSecret)) {
    return {
      available: Boolean(clientId && clientSecret),
      standIn: false,
      clientId: clientId ?? '',
      clientSecret: clientSecret ?? '',
      redirectUri,
      ...YOUTUBE,
    };
  }
  // The browser reaches the stand-in through our origin; we reach it directly.
  const path = '/standins/youtube-channel';
  const direct = `${e.STANDINS_URL ?? publicUrl}${path}`;
  return {
    available: true,
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
