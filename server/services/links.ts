import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Link, RefusedLink, Video } from '#contract/videos.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError, StepError } from '#core/lib/errors.ts';
import type { Guard } from '#core/guard/guard.ts';
import { OutsideError } from '#core/guard/outside-error.ts';
import { NO_PAGES } from '#core/media-sources/link/answers.ts';
import { placeholderOf } from '#core/media-sources/link/link.ts';
import { type ParsedLink, parseLink } from '#core/media-sources/link/parse-link.ts';
import type { Backend } from '#core/backend.ts';
import { refuseLinksOver } from '#core/repositories/account/holdings.ts';
import { storeLink } from '#core/repositories/media/own-videos.ts';
import { toVideo, type VideoRow } from '#core/repositories/media/videos.ts';
import type { WaitingCaller } from './caller.ts';

/** How long a page waits for a link's details, in ms. */
const LOOK_MS = 30_000;
/** The maximum number of links of one import; each costs several statements. */
const MAX_IMPORTED = 1000;
const NO_ADDRESS = 'Please enter a valid video URL.';
const TOO_SLOW = 'The site of this link took too long to respond. Please try again in a moment.';

/**
 * Adds a video by its link, with the details from its site. The same link gives the same video.
 * @throws AppError `bad_request` (invalid URL), `unprocessable` (no video at the link, or too many links),
 * `unavailable` (for now); TryLaterError if too much work is waiting
 */
export async function extractVideo(
  backend: Pick<Backend, 'config' | 'db' | 'pools' | 'sources' | 'tempDir'>,
  { userId, signal }: WaitingCaller,
  { url }: { url: string },
): Promise<Video> {
  const link = readLink(backend.sources.guard, url);
  const work = { key: `link ${userId} ${link.url}`, userId, group: new URL(link.url).host, signal };
  return backend.pools.sites.run(work, (taskSignal) => inspectLink(backend, userId, link, taskSignal));
}

async function inspectLink(
  { config, db, sources, tempDir }: Pick<Backend, 'config' | 'db' | 'sources' | 'tempDir'>,
  userId: string,
  link: ParsedLink,
  signal: AbortSignal,
): Promise<Video> {
  const late = AbortSignal.timeout(LOOK_MS);
  const dir = await mkdtemp(join(tempDir, 'link-'));
  try {
    const video = await sources.link.look(link, dir, AbortSignal.any([signal, late]));
    const id = `manual_${link.sourceId}_${Date.now()}`;
    return await db.transaction().execute(async (trx) => {
      const row = await storeLink(trx, { id, ownerId: userId, found: video, known: true });
      await refuseLinksOver(trx, config.caps, userId);
      return toVideo(row);
    });
  } catch (error) {
    if (late.aborted) throw new AppError('unavailable', TOO_SLOW);
    if (error instanceof StepError) {
      const code = error.isFinal ? 'unprocessable' : 'unavailable';
      throw new AppError(code, error.message, { noPages: error.code === NO_PAGES } satisfies RefusedLink);
    }
    throw error;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Stores the links of cards that the page created itself. Returns their rows by the page's IDs. No other site
 * is requested.
 * @throws AppError `bad_request`, `unprocessable`
 */
export async function storeLinks(
  trx: Executor,
  guard: Guard,
  userId: string,
  links: Link[],
): Promise<Map<string, VideoRow>> {
  const rows = new Map<string, VideoRow>();
  for (const { id, url } of links) {
    const video = placeholderOf(readLink(guard, url));
    rows.set(id, await storeLink(trx, { id, ownerId: userId, found: video, known: false }));
  }
  return rows;
}

/** A link's details in an imported file. */
interface ImportedLink {
  link: string;
  title: string;
  channel: string;
  durationMs: number;
}

/** Returns the rows of an import's links, by URL, without links that we refuse to request. */
export async function storeImportedLinks(
  trx: Executor,
  guard: Guard,
  userId: string,
  links: ImportedLink[],
): Promise<Map<string, VideoRow>> {
  const rows = new Map<string, VideoRow>();
  for (const { link: url, title, channel, durationMs } of links) {
    const link = tryLink(guard, url);
    if (!link || rows.has(url) || rows.size >= MAX_IMPORTED) continue;
    const video = { ...placeholderOf(link), title, channel, durationMs };
    const id = `manual_${link.sourceId}_${Date.now()}`;
    rows.set(url, await storeLink(trx, { id, ownerId: userId, found: video, known: false }));
  }
  return rows;
}

/** Returns `undefined` for an invalid or refused URL. */
function tryLink(guard: Guard, url: string): ParsedLink | undefined {
  try {
    return readLink(guard, url);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** @throws AppError if a URL is invalid or refused */
function readLink(guard: Guard, url: string): ParsedLink {
  const link = parseLink(url);
  if (!link) throw new AppError('bad_request', NO_ADDRESS);
  try {
    guard.admit(link.url);
  } catch (error) {
    if (error instanceof OutsideError) throw new AppError('unprocessable', error.message);
    throw error;
  }
  return link;
}
