import type { Config } from '../config/config.ts';
import { createFfmpeg, type Ffmpeg } from '../ffmpeg/run.ts';
import type { Logger } from '../logger.ts';
import { createGuard, type Guard } from '../guard/guard.ts';
import { createArchiveSource } from './archive.ts';
import { createLibrarySource } from './library.ts';
import { createLinkSource, type LinkSource } from './link/link.ts';
import { createYtDlp, type PageReader } from './link/yt-dlp.ts';
import type { MediaFetcher, MediaSource } from './source.ts';
import { uploads } from './uploads.ts';
import { createVimeoSource } from './vimeo.ts';
import { createYouTubeSource } from './youtube.ts';

export interface MediaSources {
  /** Those that can be searched. */
  all: MediaSource[];
  find(id: string): MediaFetcher | undefined;
  library: ReturnType<typeof createLibrarySource>;
  link: LinkSource;
  pages: PageReader;
  guard: Guard;
}

/** The filter's fixed entries (product.md 2.38), shown even where their source is not configured. */
export const SPEC_SOURCES = [
  { id: 'youtube', name: 'YouTube' },
  { id: 'vimeo', name: 'Vimeo' },
  { id: 'manual', name: 'Manual' },
];

export function openMediaSources(config: Config, ffmpeg: Ffmpeg, log: Logger): MediaSources {
  const library = createLibrarySource(config.libraryDirs, ffmpeg, log);
  const { rules, maxBytes, maxMs, minRate, ytDlpPath } = config.links;
  const limits = { maxBytes, maxMs, minRate };
  const guard = createGuard(rules);
  const pages = createYtDlp({ command: ytDlpPath, ffmpeg, guard, ...limits });
  const link = createLinkSource({ guard, pages, ffmpeg, ...limits, maxDurationMs: config.maxTotalMs });
  const media = { pages, ...limits };
  const { youtube, vimeo, archive } = config.sources;
  const all: MediaSource[] = [
    ...(config.libraryDirs.length > 0 ? [library] : []),
    ...(youtube ? [createYouTubeSource(youtube, media)] : []),
    ...(vimeo ? [createVimeoSource(vimeo, media)] : []),
    ...(archive ? [createArchiveSource(archive, { ports: rules.ports, ...limits })] : []),
  ];
  const fetchers: MediaFetcher[] = [library, ...all, link, uploads];
  return { all, library, link, pages, guard, find: (id) => fetchers.find((source) => source.id === id) };
}

/** The ffmpeg of the configuration. */
export function openFfmpeg(config: Config, log: Logger): Ffmpeg {
  const { ffmpegPath, ffprobePath, ffmpegStallMs: stallMs } = config;
  return createFfmpeg({ ffmpegPath, ffprobePath, stallMs, log });
}
