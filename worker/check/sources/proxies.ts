import type { Part } from '#contract/cuts.ts';
import type { Placement } from '#contract/framing.ts';
import { type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import { probeMedia, type VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { ArtifactStore, Built } from '#core/storage/artifact-store.ts';
import { blackReader, freezeReader } from '../../media/log-lines.ts';
import { shapeFilters } from '../../media/picture-filters.ts';
import { LOOK_WIDTH } from '../measure-film.ts';

/** The film's frames in pixels. */
export interface FilmSize {
  width: number;
  height: number;
}

interface SourcesOptions {
  ffmpeg: Ffmpeg;
  artifacts: Pick<ArtifactStore, 'find'>;
  film: FilmSize;
  signal?: AbortSignal;
}

/** A video's proxy. */
export interface Proxy {
  path: string;
  video: VideoInfo;
}

/** How a range of a video looks in the film. */
export interface Seen {
  /** It clearly moves. */
  moves: boolean;
  /** It is about as dark as what counts as black in a film. */
  dark: boolean;
}

/** How much a frame may change that does not clearly move: four times what a still one may. */
const CLEAR_MOTION = 0.008;
/** Other frame rates and encodings move the ends of a still, in ms. */
const EDGE_MS = 250;
/** How dark a dark pixel is, and how many of the pixels are dark: a little less than in a black frame. */
const DARK = { pixel: 0.14, share: 0.95 };
/** The part of a dark range that is dark. */
const MOSTLY = 0.8;
/** Of a longer range five frames a second are enough, in ms. */
const LONG_MS = 1000;
const SOME_FRAMES = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.19)'";
/** A measured range ends with the start of its last frame, which is up to so long before its end, in ms. */
const LAST_FRAME_MS = { long: 200, short: 50 };
/** A range is read from at least this long before the video's last frame ends, in ms. */
const BEFORE_END_MS = 200;

/** The scans of a film's videos, and their proxies as the film shows them. */
export function openSources({ ffmpeg, artifacts, film, signal }: SourcesOptions) {
  const scans = new Map<string, Promise<Built<Scan> | undefined>>();
  const probes = new Map<string, ReturnType<typeof probeMedia>>();
  const once = <T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
  const height = 2 * Math.round((LOOK_WIDTH * film.height) / film.width / 2);
  const box = { width: LOOK_WIDTH, height };

  const sources = {
    scanOf: (scanKey: string) => once(scans, scanKey, () => artifacts.find(scanMedia, scanKey)),

    /** Returns null if the proxy no longer exists or cannot be read. */
    async proxyOf(scanKey: string): Promise<Proxy | null> {
      const path = (await sources.scanOf(scanKey))?.files['proxy.mp4'];
      if (!path) return null;
      const probe = await once(probes, path, () => probeMedia(ffmpeg, path, { signal })).catch(unreadable);
      return probe?.video ? { path, video: probe.video } : null;
    },

    /** Returns null if the proxy no longer exists or cannot be read. */
    async look(scanKey: string, placement: Placement, { startMs, endMs }: Part): Promise<Seen | null> {
      const proxy = await sources.proxyOf(scanKey);
      if (!proxy) return null;
      const { path, video } = proxy;
      try {
        const lengthMs = endMs - startMs;
        const seekMs = Math.max(0, Math.min(startMs, video.endMs - BEFORE_END_MS));
        const isLong = lengthMs > LONG_MS;
        const lastFrameMs = isLong ? LAST_FRAME_MS.long : LAST_FRAME_MS.short;
        const stillMs = Math.max(EDGE_MS, lengthMs - EDGE_MS);
        const [frozen, black] = [freezeReader(), blackReader()];
        const filters = [
          ...(isLong ? [SOME_FRAMES] : []),
          ...shapeFilters(video, box, placement),
          `freezedetect=n=${CLEAR_MOTION}:d=${stillMs / 1000}`,
          `blackdetect=d=0.04:pix_th=${DARK.pixel}:pic_th=${DARK.share}`,
        ];
        // The shape repeats the last frame without end, as the film does.
        const output = ['-t', (lengthMs / 1000).toFixed(3), '-f', 'null', '-'];
        const picture = ['-map', `0:${video.index}`, '-vf', filters.join(','), ...output];
        const { frame } = await ffmpeg.run([...inputArgs(path, { seekMs, threads: 1 }), ...picture], {
          signal,
          logLevel: 'info',
          onLogLine: (line) => {
            frozen.line(line);
            black.line(line);
          },
        });
        if (frame === 0) return null;
        const darkMs = black.result().reduce((sum, span) => sum + span.endMs - span.startMs, 0);
        return {
          moves: frozen.result(lengthMs).length === 0,
          dark: darkMs >= (lengthMs - lastFrameMs) * MOSTLY,
        };
      } catch (error) {
        return unreadable(error);
      }
    },
  };
  return sources;
}

/** A proxy that cannot be read proves nothing. */
export function unreadable(error: unknown): null {
  if (error instanceof MediaError && error.code !== 'aborted') return null;
  throw error;
}

export type Sources = ReturnType<typeof openSources>;
