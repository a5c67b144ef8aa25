import type { ShownPlacement } from '#contract/framing.ts';
import { pictureStyle } from '../Backdrop.tsx';
import { aimCamera } from '../camera/follow-camera.ts';
import type { FilmPart, PlacedClip } from './timeline.ts';

/** Layers: what is not seen yet is behind all; of two that crossfade, the later one is over the other. */
export const FRONT = 3;
const BEHIND = 1;
/**
 * What moves before its turn is over all, too faint to be seen: browsers draw few pictures of a video that is covered,
 * and would show an old one when its turn comes.
 */
const OVER_ALL = 9;
const FAINT = 0.002;
/** A paused picture this close to the wanted one is it, and one that moves, in seconds. */
const THERE = 0.001;
const MOVING_THERE = 0.1;

/** One of the videos that take turns: its file, where it is wanted, and whether it moves. */
export class Slot {
  readonly layer: HTMLElement;
  readonly video: HTMLVideoElement;
  /** Called when it became ready, waits, failed, or was refused. */
  onChange: () => void = () => undefined;
  failed = false;
  refused = false;
  /** What it shows, or is prepared for; how long before its turn it starts, in seconds. */
  clip: PlacedClip | null = null;
  lead = 0;
  /** From a start until the picture moves, in seconds: as the last starts took. */
  latency = 0.03;
  #src: string | null = null;
  #wanted = 0;
  #sought = 0;
  #asked = 0;
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
      if (this.#asked === 0) return;
      const took = (performance.now() - this.#asked) / 1000;
      this.#asked = 0;
      this.latency = Math.min(0.1, (this.latency + took) / 2);
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

  /** Its picture is the wanted one, or one after it. */
  get arrived(): boolean {
    return this.video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !this.video.seeking;
  }

  /**
   * The second of the file whose picture is on the screen; null where that is not known. The time of a video that has
   * just begun runs ahead of its pictures.
   */
  get drawn(): number | null {
    return this.#drawn;
  }

  /** It can begin at once. */
  get ready(): boolean {
    return this.arrived && (this.video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA || this.video.ended);
  }

  /** Whether its picture is seen. */
  get seen(): boolean {
    return this.#seen !== null;
  }

  /** Goes to a second of a file. */
  show(src: string, second: number, rate: number): void {
    if (!this.holds(src)) this.#load(src);
    this.setRate(rate);
    this.#wanted = second;
    this.#place();
  }

  play(): void {
    if (!this.video.paused || this.failed || this.refused || this.video.ended) return;
    this.#asked = performance.now();
    this.#putLayer(true);
    // A play interrupted by a newer load is no failure.
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

  /** A file that failed is tried again. */
  forgive(): void {
    this.failed = false;
    this.refused = false;
    if (this.video.error) this.#src = null;
  }

  setRate(rate: number): void {
    // Browsers refuse others.
    if (rate > 0) this.video.playbackRate = Math.max(0.0625, Math.min(16, rate));
  }

  /** Behind everything, or over those before it and so much of it, with its picture framed as its part's. */
  place(seen: { over: number; opacity: number } | null, part: FilmPart | undefined): void {
    this.#seen = seen;
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
    // Not every browser has it.
    video.requestVideoFrameCallback?.((_now, { mediaTime }) => {
      if (this.#off.signal.aborted) return;
      this.#drawn = mediaTime;
      this.#aim(mediaTime);
      this.#followFrames();
    });
  }

  /** A picture that follows its subject is cut where its camera is. */
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
    const away = Math.abs(video.currentTime - this.#wanted);
    // Asked again, a seek under way would begin again.
    if (video.seeking ? this.#sought === this.#wanted : away <= (video.paused ? THERE : MOVING_THERE)) return;
    this.#sought = this.#wanted;
    video.currentTime = this.#wanted;
  }
}
