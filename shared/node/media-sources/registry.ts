import type { Config } from '../config/config.ts';
import { createFfmpeg, type Ffmpeg } from '../ffmpeg/run.ts';
import type { Logger } from '../logger.ts';
import { createLibrarySource } from './library.ts';
import type { MediaSource } from './source.ts';

export interface MediaSources {
  all: MediaSource[];
  find(id: string): MediaSource | undefined;
  library: ReturnType<typeof createLibrarySource>;
}

/** SPEC's filter entries, always shown; what this installation has not configured finds nothing. */
export const SPEC_SOURCES = [
  { id: 'youtube', name: 'YouTube' },
  { id: 'vimeo', name: 'Vimeo' },
  { id: 'manual', name: 'Manual' },
];

export function openMediaSources(config: Config, ffmpeg: Ffmpeg, log: Logger): MediaSources {
  const library = createLibrarySource(config.libraryDirs, ffmpeg, log);
  const all: MediaSource[] = [library];
  return { all, library, find: (id) => all.find((source) => source.id === id) };
}

/** The ffmpeg of the configuration. */
export function openFfmpeg(config: Config, log: Logger): Ffmpeg {
  const { ffmpegPath, ffprobePath, ffmpegStallMs: stallMs } = config;
  return createFfmpeg({ ffmpegPath, ffprobePath, stallMs, log });
}
