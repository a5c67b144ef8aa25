import type { CameraPath } from '#film/framing/camera.ts';
import type { Part } from '#contract/cuts.ts';
import type { Placement } from '#contract/placement.ts';
import { type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import { probeMedia, type VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { cameraOf } from '#core/film/subjects.ts';
import { PROXY_FILE } from '#core/repositories/media/proxies.ts';
import type { ArtifactStore, Built } from '#core/storage/artifact-store.ts';
import { rangeCamera } from '../../media/camera-filter.ts';
import { blackReader, freezeReader } from '../../media/log-lines.ts';
import { shapeFilters } from '../../media/picture-filters.ts';
import { LOOK_WIDTH } from '../measure-film.ts';

/** The size of the film's frames in pixels. */
export interface FilmSize {
  width: number;
  height: number;
}

interface SourcesOptions {
  ffmpeg: Ffmpeg;
  artifacts: Pick<ArtifactStore, 'find'>;
  film: FilmSize;
  /** Returns the path of a proxy that is not in its scan; `null` if there can be none. */
  makeProxy: (scanKey: string) => Promise<string | null>;
  signal?: AbortSignal;
}

/** A video's proxy. */
export interface Proxy {
  path: string;
  video: VideoInfo;
}

/** The appearance of a range of a video in the film. */
export interface RangeAppearance {
  /** Whether it clearly moves. */
  moves: boolean;
  /** Whether it is about as dark as a black part of a film. */
  dark: boolean;
}

/** Frames that change more than this clearly move: four times the limit of a frozen picture. */
const CLEAR_MOTION = 0.008;
/** Different frame rates and encodings move the ends of a frozen part by up to this, in ms. */
const EDGE_MS = 250;
/**
 * The brightness of a dark pixel and the share of dark pixels: a little less strict than for a black frame.
 */
const DARK = { pixel: 0.14, share: 0.95 };
/** The minimum share of a dark range that is dark. */
const MOSTLY = 0.8;
/** Of longer ranges, in ms, only five frames per second are examined. */
const LONG_MS = 1000;
const SOME_FRAMES = "select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.19)'";
/**
 * A measured range ends at the start of its last frame, which is up to this long before the real end, in ms.
 */
const LAST_FRAME_MS = { long: 200, short: 50 };
/** Reading starts at least this long before the end of the video's last frame, in ms. */
const BEFORE_END_MS = 200;

/** Opens the scans and proxies of a film's videos. */
export function openSources({ ffmpeg, artifacts, film, makeProxy, signal }: SourcesOptions) {
  const scans = new Map<string, Promise<Built<Scan> | undefined>>();
  const probes = new Map<string, ReturnType<typeof probeMedia>>();
  const created = new Map<string, Promise<string | null>>();
  const once = <T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> => {
    const result = cache.get(key) ?? make();
    cache.set(key, result);
    return result;
  };
  const height = 2 * Math.round((LOOK_WIDTH * film.height) / film.width / 2);
  const box = { width: LOOK_WIDTH, height };

  const sources = {
    scanOf: (scanKey: string) => once(scans, scanKey, () => artifacts.find(scanMedia, scanKey)),

    /** Returns `null` if there is no proxy or it cannot be read. */
    async proxyOf(scanKey: string): Promise<Proxy | null> {
      const scan = await sources.scanOf(scanKey);
      if (!scan) return null;
      const own = await scan.pathIfAny(PROXY_FILE);
      const path = own ?? (await once(created, scanKey, () => makeProxy(scanKey)));
      if (!path) return null;
      const probe = await once(probes, path, () => probeMedia(ffmpeg, path, { signal })).catch(unreadable);
      return probe?.video ? { path, video: probe.video } : null;
    },

    /** The camera of a section that follows its subject. */
    async cameraOf(scanKey: string, placement: Placement): Promise<CameraPath | undefined> {
      if (placement.framing !== 'follow') return undefined;
      const { subjects } = placement;
      const scan = await sources.scanOf(scanKey);
      const artifact = subjects ? await artifacts.find(findSubjects, subjects) : undefined;
      return scan && cameraOf(placement, scan.data, artifact?.data.samples ?? [], film);
    },

    /** Examines a range of a proxy. Returns `null` if there is no proxy or it cannot be read. */
    async look(
      scanKey: string,
      placement: Placement,
      { startMs, endMs }: Part,
    ): Promise<RangeAppearance | null> {
      const proxy = await sources.proxyOf(scanKey);
      if (!proxy) return null;
      const { path, video } = proxy;
      const camera = await sources.cameraOf(scanKey, placement);
      try {
        const lengthMs = endMs - startMs;
        const seekMs = Math.max(0, Math.min(startMs, video.endMs - BEFORE_END_MS));
        const isLong = lengthMs > LONG_MS;
        const lastFrameMs = isLong ? LAST_FRAME_MS.long : LAST_FRAME_MS.short;
        const stillMs = Math.max(EDGE_MS, lengthMs - EDGE_MS);
        const [frozen, black] = [freezeReader(), blackReader()];
        const filters = [
          ...(isLong ? [SOME_FRAMES] : []),
          ...shapeFilters(video, box, placement, camera && rangeCamera(camera, { startMs: seekMs, endMs })),
          `freezedetect=n=${CLEAR_MOTION}:d=${stillMs / 1000}`,
          `blackdetect=d=0.04:pix_th=${DARK.pixel}:pic_th=${DARK.share}`,
        ];
        // The shape's filter repeats the last frame without end, like the film.
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

/**
 * Returns `null` for an error of an unreadable proxy, which is no fault of the film. @throws every other
 * error
 */
export function unreadable(error: unknown): null {
  if (error instanceof MediaError && error.code !== 'aborted') return null;
  throw error;
}

export type Sources = ReturnType<typeof openSources>;
