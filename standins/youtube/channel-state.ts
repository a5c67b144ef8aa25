import { createHash, randomBytes, type Hash } from 'node:crypto';

export interface Channel {
  id: string;
  title: string;
}

/** An active upload. Its bytes are counted and hashed, but not stored. */
export interface Session {
  id: string;
  channel: Channel;
  bytes: number;
  received: number;
  hash: Hash;
  /** The upload's metadata: snippet and status. */
  resource: {
    snippet?: { title?: string; description?: string; tags?: string[] };
    status?: { privacyStatus?: string; publishAt?: string; containsSyntheticMedia?: boolean };
  };
  video: Video | null;
}

export interface Video {
  id: string;
  channel: Channel;
  title: string;
  description: string;
  privacy: string;
  tags: string[];
  publishAt: string | null;
  containsSyntheticMedia: boolean;
  bytes: number;
  sha256: string;
  /** The SHA-256 of its thumbnail; `null` without its own. */
  thumbnail: string | null;
  captions: { language: string; text: string }[];
  uploadStatus: string;
  failureReason?: string;
  rejectionReason?: string;
}

/** A failure that a control call requests for the next requests of a kind, one for each. */
export interface Failure {
  on: 'token' | 'revoke' | 'channels' | 'begin' | 'chunk' | 'videos' | 'thumbnail' | 'captions';
  status?: number;
  /** Google's reason, such as quotaExceeded. */
  reason?: string;
  /** Headers of the response, such as retry-after. */
  headers?: Record<string, string>;
  /** Sends no response until the client gives up, or breaks the connection in the middle of a response. */
  how?: 'slow' | 'broken';
  /** For a chunk: the connection breaks after this many bytes. */
  breakAfter?: number;
  /** Whether the upload is lost, as after a week. */
  expire?: boolean;
}

export interface Control {
  failures: Failure[];
  /** The read rate of chunks, in bytes per second; `null` for unlimited. */
  bytesPerSecond: number | null;
  /** The result of processing new videos. */
  outcome: Pick<Video, 'uploadStatus' | 'failureReason' | 'rejectionReason'>;
}

export type ChannelState = ReturnType<typeof createChannelState>;

const random = () => randomBytes(24).toString('base64url');
const ACCESS_SECONDS = 3600;

/**
 * The stand-in's state, in memory while it runs. A refresh token contains its channel, so it remains valid
 * after a restart.
 */
export function createChannelState() {
  const codes = new Map<
    string,
    { channel: Channel | null; challenge: string; redirectUri: string; until: number }
  >();
  const access = new Map<string, { channel: Channel | null; until: number; refreshToken: string }>();
  const revoked = new Set<string>();
  const state = {
    sessions: new Map<string, Session>(),
    videos: new Map<string, Video>(),
    /** The number of requests of each kind, for tests. */
    counts: {} as Record<string, number>,
    control: {} as Control,

    reset() {
      state.control = { failures: [], bytesPerSecond: null, outcome: { uploadStatus: 'processed' } };
    },
    /** Removes and returns the next requested failure of this kind of request. */
    failure(on: Failure['on']): Failure | undefined {
      state.counts[on] = (state.counts[on] ?? 0) + 1;
      const at = state.control.failures.findIndex((failure) => failure.on === on);
      return at < 0 ? undefined : state.control.failures.splice(at, 1)[0];
    },

    issueCode(channel: Channel | null, challenge: string, redirectUri: string): string {
      const code = random();
      codes.set(code, { channel, challenge, redirectUri, until: Date.now() + 60_000 });
      return code;
    },
    /** Consumes a code. Returns `undefined` if the code, its verifier or its redirect URI is wrong. */
    redeem(code: string, verifier: string, redirectUri: string) {
      const grant = codes.get(code);
      codes.delete(code);
      if (!grant || grant.until < Date.now() || grant.redirectUri !== redirectUri) return undefined;
      if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) return undefined;
      const encoded = Buffer.from(JSON.stringify(grant.channel)).toString('base64url');
      return state.issueAccess(`1//${encoded}.${random()}`, grant.channel);
    },
    issueAccess(refreshToken: string, channel: Channel | null) {
      const accessToken = `ya29.${random()}`;
      access.set(accessToken, { channel, until: Date.now() + ACCESS_SECONDS * 1000, refreshToken });
      return { accessToken, refreshToken, expiresIn: ACCESS_SECONDS };
    },
    refresh(refreshToken: string) {
      const [, encoded] = /^1\/\/([\w-]+)\.[\w-]+$/.exec(refreshToken) ?? [];
      if (encoded === undefined || revoked.has(refreshToken)) return undefined;
      const channel = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as Channel | null;
      return state.issueAccess(refreshToken, channel);
    },
    /** Returns false if the token was already revoked. */
    revoke(token: string): boolean {
      const refreshToken = access.get(token)?.refreshToken ?? token;
      if (revoked.has(refreshToken) || !refreshToken.startsWith('1//')) return false;
      revoked.add(refreshToken);
      for (const [key, grant] of access) if (grant.refreshToken === refreshToken) access.delete(key);
      return true;
    },
    /** Returns the account of a bearer token, or `undefined` if the token has expired. */
    account(authorization: string | undefined): { channel: Channel | null } | undefined {
      const grant = access.get(authorization?.replace(/^Bearer /, '') ?? '');
      return grant && grant.until > Date.now() ? { channel: grant.channel } : undefined;
    },
    /** Makes all access tokens expire now. */
    endAccess: () => access.clear(),
    countRevoked: () => revoked.size,
    newId: () => randomBytes(8).toString('base64url'),
  };
  state.reset();
  return state;
}
