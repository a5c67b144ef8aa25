import type { Config } from '../config/config.ts';
import { createFfmpeg, type Ffmpeg } from '../ffmpeg/run.ts';
import type { Logger } from '../lib/logger.ts';
import type { VideoRow } from '../repositories/media/videos.ts';
import { createGuard, type Guard } from '../guard/guard.ts';
import { archive } from './archive.ts';
import { createLibrarySource } from './library.ts';
import { createLinkSource, type LinkSource } from './link/link.ts';
import { createYtDlp, type PageReader } from './link/yt-dlp.ts';
import { nasa } from './nasa.ts';
import { peertube } from './peertube.ts';
import { pexels } from './pexels.ts';
import { pixabay } from './pixabay.ts';
import type { Site } from './site.ts';
import type { MediaFetcher, MediaSource } from './source.ts';
import { uploads } from './uploads.ts';
import { vimeo } from './vimeo.ts';
import { wikimedia } from './wikimedia.ts';
import { youtube } from './youtube.ts';

export interface MediaSources {
  /** The searchable sources. */
  all: MediaSource[];
  find(id: string): MediaFetcher | undefined;
  library: ReturnType<typeof createLibrarySource>;
  link: LinkSource;
  pages: PageReader;
  guard: Guard;
}

/** All searchable sites, in order. */
export const SITES: readonly Site[] = [youtube, vimeo, archive, pexels, wikimedia, nasa, pixabay, peertube];

/** Returns the page of a video from another site; `null` if it has none. */
export function pageOfVideo({ source, sourceId: id, url }: VideoRow): string | null {
  return SITES.find((site) => site.id === source)?.pageOf(id) ?? url;
}

export function openMediaSources(config: Config, ffmpeg: Ffmpeg, log: Logger): MediaSources {
  const library = createLibrarySource(config.libraryDirs, ffmpeg, log);
  const { rules, maxBytes, maxMs, minRate, ytDlpPath } = config.links;
  const limits = { maxBytes, maxMs, minRate };
  const guard = createGuard(rules);
  const pages = createYtDlp({ command: ytDlpPath, nice: config.ffmpegNice, ffmpeg, guard, ...limits });
  const link = createLinkSource({ guard, pages, ffmpeg, ...limits, maxDurationMs: config.maxTotalMs });
  const all: MediaSource[] = [
    ...(config.libraryDirs.length > 0 ? [library] : []),
    ...SITES.flatMap(({ id, name, open }) => {
      const site = config.sites[id];
      const options = { pages, ports: rules.ports, ...limits };
      return site ? [{ id, name, standIn: site.standIn, ...open(site, options) }] : [];
    }),
  ];
  const fetchers: MediaFetcher[] = [library, ...all, link, uploads];
  return { all, library, link, pages, guard, find: (id) => fetchers.find((source) => source.id === id) };
}

/** Creates the configured ffmpeg. */
export function openFfmpeg(config: Config, log: Logger): Ffmpeg {
  const { ffmpegPath, ffprobePath, ffmpegNice: nice, ffmpegStallMs: stallMs } = config;
  return createFfmpeg({ ffmpegPath, ffprobePath, nice, stallMs, log });
}
