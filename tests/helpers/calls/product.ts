import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import type { Call } from '#contract/calls/define-call.ts';
import { addFilm } from '../data/film.ts';
import { createProject } from '../data/project.ts';
import { createUser } from '../data/user.ts';
import { makeSource } from '../media/lavfi.ts';
import { addChannel } from '../outside/channel.ts';
import { startFileSite } from '../outside/file-site.ts';
import { createVideos, openTestApp, openTestBackend } from '../services/backend.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'HEAD';
export type Product = Awaited<ReturnType<typeof openProduct>>;
type Answer = Awaited<ReturnType<Product['send']>>;

export interface ProductCall {
  call: Call | 'HEAD {final video link}';
  /** The value of {id}. */
  id?: () => string;
  query?: string;
  body?: () => object;
  /** The expected status; 200 by default. */
  status?: number;
  /** The expected fields of the response, or of each item if it is a list. */
  fields?: string[];
  /** Further checks of the response. */
  more?: (answer: Answer) => void | Promise<void>;
  /** Whether the call needs no session. */
  isOpen?: boolean;
}

const words = (text: string) => text.split(' ');
export const USER = words('id firstName lastName email profileImageUrl createdAt youtubeChannelName');
export const PACK = words('id packSize purchaseDate creditsRemaining totalCredits');
export const SETTINGS = words('emailNotifications projectNotifications autoSave defaultVideoQuality theme');
export const VIDEO = words(
  'id title description thumbnail duration source sourceId views channel createdAt userId',
);
export const PROJECT = words('id title sections finalVideoLink description createdAt');
export const SECTION = words(
  'id projectId title transcription videoLink videoURL videoId startTime endTime clipid path video',
);
export const STATUS = ['status', 'percentage', 'stage', 'message', 'finalVideoLink'];
export const LINK = /^\/media\/signed\?/;

/** Makes one second of video. */
async function makeClip(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cutroom-clip-'));
  await makeSource(join(folder, 'clip.mp4'), { seconds: 1 });
  const clip = await readFile(join(folder, 'clip.mp4'));
  await rm(folder, { recursive: true });
  return clip;
}

/** An installation with the users and data of product.md's calls. Await it at the top of the file. */
export async function openProduct() {
  const site = await startFileSite({ '/film': { content: randomBytes(1000) } });
  afterAll(site.close);
  const backend = await openTestBackend({ LINK_HOSTS: site.host, LIBRARY_DIR: '/not-there' });
  const search = vi.spyOn(backend.sources.library, 'search').mockImplementation(async () => ({
    videos: Array.from({ length: 10 }, (_, index) => ({
      sourceId: `lighthouse-${index}`,
      title: `Lighthouse ${index}`,
      description: null,
      thumbnail: null,
      url: null,
      durationMs: 30_000,
      views: 'Unknown',
      channel: 'Tests',
      license: null,
    })),
    next: null,
    total: 10,
  }));
  const app = await openTestApp(backend);
  const send = (method: Method, url: string, cookie?: string, payload?: object) =>
    app.inject({ method, url, headers: { ...(cookie && { cookie }) }, ...(payload && { payload }) });
  const user = await createUser(backend);
  await addChannel(backend, user.id);
  const other = await createProject(backend, user.id);
  /** A project of three sections without a film, which is edited and generated. */
  const project = await createProject(backend, user.id);
  await addFilm(backend, { userId: user.id, projectId: other.projectId, bytes: randomBytes(1000) });
  return {
    app,
    site,
    search,
    send,
    user,
    as: (method: Method, url: string, payload?: object) => send(method, url, user.cookie, payload),
    /** A user without credits. */
    poor: await createUser(backend, { packs: [] }),
    project,
    section: (index: number) => project.sections[index]!.id,
    /** A project with a film. */
    filmed: other.projectId,
    filmedSections: other.sections.map(({ id }) => id),
    videoIds: await createVideos(backend, 2),
    clip: await makeClip(),
    /** The project that is being processed, once there is one. */
    processed: '',
  };
}
