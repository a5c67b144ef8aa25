import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll } from 'vitest';
import type { Backend } from '#core/backend.ts';
import { saveChannel } from '#core/repositories/account/channels.ts';
import type { Control, Video } from '../../../standins/youtube/channel-state.ts';
import { createChannelStandIn } from '../../../standins/youtube/channel.ts';

const PATH = '/standins/youtube-channel';

export interface StandInReport {
  videos: Video[];
  sessions: { id: string; bytes: number; received: number }[];
  counts: Record<string, number>;
  revoked: number;
}

/** Commands the stand-in at an address to fail, and reads its state. */
export function channelControl(origin: string) {
  return {
    async report(): Promise<StandInReport> {
      return (await (await fetch(`${origin}${PATH}/control`)).json()) as StandInReport;
    },
    async tell(changes: Partial<Control> & { endAccess?: boolean } = {}): Promise<void> {
      await fetch(`${origin}${PATH}/control`, { method: 'POST', body: JSON.stringify(changes) });
    },
  };
}

/** Serves the stand-in for channels in this process, until the end of the test file. */
export async function startChannelStandIn(publicUrl: string) {
  const mount = createChannelStandIn(publicUrl);
  const server = createServer((request, response) => {
    Promise.resolve(mount.handle(request, response)).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Submits the consent's form. Returns the browser's redirect. */
  async function consent(authUrl: string, form: Record<string, string>): Promise<URL> {
    const { pathname, search } = new URL(authUrl);
    const page = await fetch(url + pathname + search);
    if (page.status !== 200) throw new Error(`The consent page answered ${page.status}.`);
    const body = new URLSearchParams({ query: search.slice(1), ...form });
    const answer = await fetch(url + pathname, { method: 'POST', body, redirect: 'manual' });
    return new URL(answer.headers.get('location')!);
  }
  return { url, consent, ...channelControl(url) };
}

/** Connects a channel like its user. */
export async function connectChannel(
  app: FastifyInstance,
  standIn: Awaited<ReturnType<typeof startChannelStandIn>>,
  cookie: string,
  channel = 'Workshop',
): Promise<void> {
  const started = await app.inject({ method: 'POST', url: '/api/youtube/auth', headers: { cookie } });
  const back = await standIn.consent(started.json().authUrl, { answer: 'allow', channel });
  const answer = await app.inject({ url: back.pathname + back.search, headers: { cookie } });
  if (answer.headers.location !== '/settings?youtube_success=true') {
    throw new Error(`Not connected: ${answer.headers.location}`);
  }
}

/** Creates a channel as a row only, whose tokens are unknown to Google. */
export async function addChannel({ db }: Pick<Backend, 'db'>, userId: string): Promise<void> {
  const tokens = { accessToken: 'sealed', refreshToken: 'sealed' };
  await saveChannel(db, {
    userId,
    channelId: 'UCtest',
    title: 'Test channel',
    ...tokens,
    accessExpiresAt: new Date(Date.now() + 3_600_000),
    allowsCaptions: true,
  });
}
