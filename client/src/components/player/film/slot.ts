import type { ShownPlacement } from '#film/framing/framing.ts';
import { pictureStyle } from '../Backdrop.tsx';
import { aimCamera } from '../camera/follow-camera.ts';
import type { FilmPart, PlacedClip } from './timeline/timeline.ts';

/**
 * Layers: a slot that is not visible yet is behind all others. Of two that crossfade, the later one is in
 * front.
 */
export const FRONT = 3;
const BEHIND = 1;
/**
 * A video that plays before its turn is in front of all, too faint to be visible. Browsers draw few frames of
 * a covered video, and would show an old frame when its turn comes.
 */
const OVER_ALL = 9;
const FAINT = 0.002;
/**
 * The largest distance from the target time at which a paused or a moving video counts as there, in seconds.
 */
const THERE = 0.001;
const MOVING_THERE = 0.1;

/** One of the videos that take turns: its file, its target time, and whether it plays. */
export class Slot {
  readonly layer: HTMLElement;
  readonly video: HTMLVideoElement;
  /** Called when the video became ready, waits, failed, or was refused by the browser. */
  onChange: () => void = () => undefined;
  failed = false;
  refused = false;
  /** The clip that it shows or is prepared for, and how long before its turn it starts, in seconds. */
  clip: PlacedClip | null = null;
  lead = 0;
  /** The time from a start until the video moves, in seconds, measured over the last starts. */
  latency = 0.03;
  #src: string | null = null;
  #target = 0;
  #sought = 0;
  #requestedAt = 0;
  #placement: ShownPlacement | null = null;
  #drawn: number | null = null;
  #seen: { over: number; opacity: number } | null = null;
  readonly #off = new AbortController();

  constructor(layer: HTMLElement, video: HTMLVideoElement) {
    this.layer = layer;
    this.video = video;
    const { signal } = this.#off;
    const on = (name: keyof HTMLMediaElementEventMap, act: () => void): void =>
      video.addEventListener(name, act, { signal });
    on('loadedmetadata', () => this.#place());
    for (const name of ['seeked', 'canplay', 'waiting', 'playing'] as const) on(name, () => this.onChange());
    on('playing', () => {
      if (this.#requestedAt === 0) return;
      const startDelay = (performance.now() - this.#requestedAt) / 1000;
      this.#requestedAt = 0;
      this.latency = Math.min(0.1, (this.latency + startDelay) / 2);
    });
    on('seeking', () => {
      this.#drawn = null;
    });
    this.#followFrames();
    on('error', () => {
      if (this.#src === null) return;
      this.failed = true;
      this.onChange();
    });
  }

  holds(src: string): boolean {
    return this.#src === src && !this.failed;
  }

  /** Whether its frame is the target frame, or one after it. */
  get arrived(): boolean {
    return this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !this.video.seeking;
  }

  /**
   * The second of the file whose frame is on the screen; `null` if that is not known. The time of a video
   * that just started runs ahead of its frames.
   */
  get drawn(): number | null {
    return this.#drawn;
  }

  /** Whether it can begin immediately. */
  get ready(): boolean {
    return this.arrived && (this.video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA || this.video.ended);
  }

  /** Whether its video is visible. */
  get seen(): boolean {
    return this.#seen !== null;
  }

  /** Seeks to a second of a file. */
  show(src: string, second: number, rate: number): void {
    if (!this.holds(src)) this.#load(src);
    this.setRate(rate);
    this.#target = second;
    this.#place();
  }

  play(): void {
    if (!this.video.paused || this.failed || this.refused || this.video.ended) return;
    this.#requestedAt = performance.now();
    this.#putLayer(true);
    // A newer load that interrupts a play is not a failure.
    this.video.play().catch((error: Error) => {
      if (error.name !== 'NotAllowedError') return;
      this.refused = true;
      this.onChange();
    });
  }

  stop(): void {
    if (this.video.paused) return;
    this.video.pause();
    this.#putLayer(false);
  }

  /** Loads a file again that failed before. */
  reloadFailed(): void {
    this.failed = false;
    this.refused = false;
    if (this.video.error) this.#src = null;
  }

  setRate(rate: number): void {
    // Browsers refuse other values.
    if (rate > 0) this.video.playbackRate = Math.max(0.0625, Math.min(16, rate));
  }

  /** Sets the slot's layer, opacity and framing. */
  place(placement: { over: number; opacity: number } | null, part: FilmPart | undefined): void {
    this.#seen = placement;
    this.#putLayer(!this.video.paused);
    if (!part || part.src !== this.#src || part.placement === this.#placement) return;
    this.#placement = part.placement;
    Object.assign(this.video.style, { objectPosition: '', ...pictureStyle(part.placement) });
    this.layer.dataset['framing'] = part.placement.framing;
    this.#aim(this.#drawn ?? this.video.currentTime);
  }

  #putLayer(moves: boolean): void {
    const { style } = this.layer;
    const hidden = moves ? OVER_ALL : BEHIND;
    style.zIndex = String(this.#seen ? FRONT + this.#seen.over : hidden);
    style.opacity = String(this.#seen?.opacity ?? (moves ? FAINT : 1));
  }

  close(): void {
    this.#off.abort();
    this.#src = null;
    this.video.removeAttribute('src');
    this.video.load();
  }

  #followFrames(): void {
    const { video } = this;
    // Some browsers do not support it.
    video.requestVideoFrameCallback?.((_now, { mediaTime }) => {
      if (this.#off.signal.aborted) return;
      this.#drawn = mediaTime;
      this.#aim(mediaTime);
      this.#followFrames();
    });
  }

  /** Crops a video that follows its subject to its camera's position. */
  #aim(second: number): void {
    const { camera } = this.#placement ?? {};
    if (camera) aimCamera(this.video, camera, second);
  }

  #load(src: string): void {
    this.#src = src;
    this.#drawn = null;
    this.failed = false;
    this.video.preload = 'auto';
    this.video.src = src;
    this.video.load();
  }

  #place(): void {
    const { video } = this;
    if (video.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    const away = Math.abs(video.currentTime - this.#target);
    // A repeated request would restart a seek that is still running.
    if (video.seeking ? this.#sought === this.#target : away <= (video.paused ? THERE : MOVING_THERE)) return;
    this.#sought = this.#target;
    video.currentTime = this.#target;
  }
}
