import { remainingParts } from '#film/time/cuts.ts';
import { CARD_COLOURS } from '#film/cards/drawn-text.ts';
import { CARD_LIGHT } from '#film/framing/framing.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import { lengthMs, sourceMs } from '#film/time/section-length.ts';
import type { Reach } from '#film/transitions/transitions.ts';
import { IMAGE_FORMATS, inputArgs } from '#core/ffmpeg/inputs.ts';
import type { VideoInfo } from '#core/ffmpeg/probe.ts';
import type { FitPlan } from '#film/time/fit.ts';
import { framePartsOf, partsInWindow } from '#film/time/frame-parts.ts';
import { cameraExpression } from './camera-filter.ts';
import { mixFilters } from './channel-mix.ts';
import {
  backdropFilters,
  cutFilters,
  dimmed,
  shapeFilters,
  timeFilters,
  unevenFrames,
  zoomFilters,
} from './picture-filters.ts';
import type { SectionSource, SectionSpec } from './section-spec.ts';
import type { OriginalSound } from './sound-filters.ts';

/** These containers seek to a keyframe by an index. Others seek inexactly, so reading starts earlier. */
const EXACT_SEEK = /\b(mov|mp4|matroska|webm)\b/;
const LOOSE_SEEK_LEAD_MS = 5000;

/** A range of a section's frames, which may extend beyond its ends. */
export interface FrameWindow {
  /** From the section's first frame, negative before it. */
  from: number;
  frames: number;
  /** How many frames of its source may be shown before and after its own. Beyond these, a frame is held. */
  handles: Reach;
}

/**
 * Returns the filter chain of a section's video, without end, and its own audio.
 * @param window the frames to show; by default the section's own
 */
export function sourceGraph(
  spec: SectionSpec,
  threads: number,
  addInput: (args: string[]) => number,
  window: FrameWindow | null = null,
): { picture: string; original: OriginalSound | null } {
  const { source, excerpt, fit, frameRate } = spec;
  const film = { width: spec.width, height: spec.height };
  const seek = (file: SeekableFile, atMs: number) => {
    const { args, leadMs } = seekInput(file, atMs, threads);
    return { input: addInput(args), leadMs };
  };
  const { backdrop = null } = spec;
  if (source === null && backdrop) {
    const backdropInput = seek(backdrop, Math.min(backdrop.atMs, Math.max(0, backdrop.video.endMs - 1)));
    const times = timeFilters({ leadMs: backdropInput.leadMs, slow: 1, movingFrames: 1, frameRate });
    const blurred = backdropFilters(backdrop.video, film, backdrop.bars);
    return {
      picture: `[${backdropInput.input}:${backdrop.video.index}]${[...times, ...blurred].join(',')}`,
      original: null,
    };
  }
  if (source === null) {
    const { background } = spec.placement;
    const plain = `color=c=${CARD_COLOURS[background]}:s=${film.width}x${film.height}:r=${frameRate}`;
    // Converted from RGB, or ffmpeg would use the matrix of BT.601.
    const card = `${plain},format=gbrp,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`;
    return { picture: card, original: null };
  }
  if (source.imageFormat) {
    const shape = shapeFilters(source.video, film, spec.placement);
    const image = inputArgs(source.path, { formats: IMAGE_FORMATS, format: source.imageFormat, threads });
    const times = timeFilters({ leadMs: 0, slow: 1, movingFrames: 1, frameRate });
    const zoom = zoomFilters(spec.placement, fit.effectiveFrames, window?.from);
    const filters = [...times, ...shape, ...zoom, ...(spec.placement.titled ? [dimmed(CARD_LIGHT)] : [])];
    return { picture: `[${addInput(image)}:v:0]${filters.join(',')}`, original: null };
  }

  const perFrameMs = (1000 * excerpt.speed) / (fit.slow * frameRate);
  const { holdFrames, parts, uncutFrame } = shownParts(spec, window);
  const startMs = Math.max(0, excerpt.startMs + uncutFrame * perFrameMs);
  // If the video stream ends before the in point, its last frame is shown; the audio continues.
  const pictureStartMs = Math.min(startMs, Math.max(0, source.video.endMs - 1));
  const pictureInput = seek(source, pictureStartMs);
  const audio = window === null && excerpt.volume > 0 ? source.audio : null;
  const audible = pictureStartMs === excerpt.startMs || !audio ? pictureInput : seek(source, excerpt.startMs);
  const last = parts.at(-1)!;
  const movingFrames = last.uncutFrame + last.frames;
  const times = timeFilters({
    leadMs: pictureInput.leadMs,
    slow: fit.slow / excerpt.speed,
    movingFrames,
    frameRate,
  });
  const original =
    audio &&
    originalSound(spec, source, { label: `${audible.input}:${audio.index}`, leadMs: audible.leadMs });
  const camera =
    spec.camera &&
    cameraExpression(spec.camera, parts, { startMs: pictureStartMs, perFrameMs, holdFrames, frameRate });
  const shape = shapeFilters(source.video, film, spec.placement, camera);
  const hold = holdFrames > 0 ? [`tpad=start_mode=clone:start=${holdFrames}`] : [];
  const filters = [...times, ...cutFilters(parts), ...hold, ...shape];
  return { picture: `[${pictureInput.input}:${source.video.index}]${filters.join(',')}`, original };
}

type SeekableFile = Pick<SectionSource, 'path' | 'formatName' | 'video'>;

/** Returns the input of a video's file, read from this time on or some time before it. */
export function seekInput(
  { path, formatName, video }: SeekableFile,
  atMs: number,
  threads: number,
): { args: string[]; leadMs: number } {
  const leadMs = EXACT_SEEK.test(formatName) ? 0 : Math.min(LOOSE_SEEK_LEAD_MS, atMs);
  const extra = [...clearDecoder(video), ...unevenFrames(video)];
  return {
    args: inputArgs(path, { seekMs: atMs - leadMs, keepBeforeSeek: true, threads, extra }),
    leadMs,
  };
}

/** Returns a section's own audio, from an input of its source that is read `leadMs` before the section. */
export function originalSound(
  { excerpt, fit }: Pick<SectionSpec, 'excerpt' | 'fit'>,
  { audio, gainDb, truePeakDb }: SectionSource,
  input: Pick<OriginalSound, 'label' | 'leadMs'>,
): OriginalSound {
  return {
    ...input,
    mix: audio ? mixFilters(audio) : [],
    fades: {
      inMs: excerpt.fadeIn * 1000,
      outMs: excerpt.fadeOut * 1000,
      endMs: Math.min(fit.effectiveMs, lengthMs(excerpt) + fit.extendMs),
    },
    lengthMs: sourceMs(excerpt, lengthMs({ ...excerpt, cuts: [] }) + fit.extendMs),
    parts: soundParts(excerpt, fit),
    tempo: excerpt.speed,
    gainDb: gainDb + 20 * Math.log10(excerpt.volume),
    truePeakDb,
  };
}

/** Returns the parts of a section that are shown, and the frame of its uncut video with which they begin. */
function shownParts({ excerpt, fit, frameRate }: SectionSpec, window: FrameWindow | null) {
  const own = framePartsOf(excerpt, fit, frameRate);
  if (!window) return { holdFrames: 0, parts: own, uncutFrame: 0 };
  const isFrozen = fit.freezeMs > 0;
  const handles = { ...window.handles, ...(isFrozen && { after: 0 }) };
  return partsInWindow(own, { ...window, handles });
}

/**
 * Returns the parts of a section's audio that its cuts leave, in ms from its start; empty if nothing is cut.
 */
function soundParts(excerpt: Excerpt, fit: FitPlan): OriginalSound['parts'] {
  if (excerpt.cuts.length === 0) return [];
  const remaining = remainingParts(excerpt).map(({ startMs, endMs }) => ({
    startMs: startMs - excerpt.startMs,
    endMs: endMs - excerpt.startMs,
  }));
  // Audio that a narration adds follows the last part.
  const last = remaining.at(-1);
  if (last) last.endMs += sourceMs(excerpt, fit.extendMs);
  return remaining;
}

/** ffmpeg's own decoders of these codecs drop transparency. */
const CLEAR_DECODERS: Record<string, string> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

function clearDecoder({ codec, hasAlpha, index }: VideoInfo): string[] {
  const decoder = hasAlpha ? CLEAR_DECODERS[codec] : undefined;
  return decoder ? [`-c:${index}`, decoder] : [];
}
