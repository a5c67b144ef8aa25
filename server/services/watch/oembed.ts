import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { parseUrl } from '#core/lib/parse-url.ts';
import type { ShareTerms } from '#core/repositories/projects/films.ts';
import { embedCode, embedSize } from '#film/embed.ts';
import { POSTER_SIDE } from '../media/film-poster.ts';
import { findSharedFilm, watchPath } from '../films/share.ts';
import { NOT_SHARED } from './page-frame.ts';

export const OEMBED_PATH = '/media/oembed';

const PATH = /^\/media\/share\/([\w-]{1,100})(?:\/embed)?$/;

/** The response of https://oembed.com for a video. */
export interface Oembed {
  version: '1.0';
  type: 'video';
  provider_name: string;
  provider_url: string;
  title: string;
  /** The player's frame, at most as large as requested. */
  html: string;
  width: number;
  height: number;
  thumbnail_url: string;
  thumbnail_width: number;
  thumbnail_height: number;
}

/** Whether sites may embed a shared film. A password reveals nothing to them. */
export const isEmbeddable = ({ embedOrigins, password }: ShareTerms): boolean =>
  embedOrigins.length > 0 && password === null;

/** Returns the address at which sites find how to embed the film of a watch page. */
export const oembedUrl = (publicUrl: string, path: string): string =>
  `${publicUrl}${OEMBED_PATH}?${new URLSearchParams({ url: publicUrl + path }).toString()}`;

/** Returns the address of the player for the frames of other sites. */
export const embedPath = (token: string): string => `${watchPath(token)}/embed`;

/**
 * Returns how to embed the film of a watch page.
 * @throws AppError `not_found` unless the address is that of a film that sites may embed
 */
export async function describeEmbed(
  db: Executor,
  publicUrl: string,
  { url, maxWidth, maxHeight }: { url: string; maxWidth: number | undefined; maxHeight: number | undefined },
): Promise<Oembed> {
  const parsed = parseUrl(url);
  const token = parsed?.origin === new URL(publicUrl).origin ? PATH.exec(parsed.pathname)?.[1] : undefined;
  const shared = token === undefined ? undefined : await findSharedFilm(db, token);
  if (!token || !shared || !isEmbeddable(shared.film.share)) throw new AppError('not_found', NOT_SHARED);
  const { result } = shared.film;
  const size = embedSize(result, { width: maxWidth, height: maxHeight });
  const poster = Math.min(1, POSTER_SIDE / Math.max(result.width, result.height));
  return {
    version: '1.0',
    type: 'video',
    provider_name: 'Cutroom',
    provider_url: publicUrl,
    title: shared.project.title,
    html: embedCode(publicUrl + embedPath(token), size),
    ...size,
    thumbnail_url: `${publicUrl}${watchPath(token)}/poster.jpg`,
    thumbnail_width: Math.round(result.width * poster),
    thumbnail_height: Math.round(result.height * poster),
  };
}
