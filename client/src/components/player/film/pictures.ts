import { Slot } from './slot.ts';
import { opacityAt } from './timeline/shown-at.ts';
import { sourceAt } from './timeline/source-time.ts';
import type { PlacedClip } from './timeline/timeline.ts';

/** The time by which a video starts before its turn, so that it is already moving then, in seconds. */
const LEAD = 0.25;
/** The time by which a clip after the next one is prepared before its turn, in seconds. */
const SOON = 3;

/** A video this far ahead of its turn would skip the clip's beginning, in seconds of the film. */
const TOO_EARLY = 0.15;

/** A layer of the player with its video. */
export interface Layer {
  layer: HTMLElement;
  video: HTMLVideoElement;
}

/** Assigns a few videos to the clips of the film, and prepares free videos for clips that follow. */
export class Pictures {
  /** Called when a video became ready, waits, failed, or was refused by the browser. */
  onChange: () => void = () => undefined;
  #slots: Slot[] = [];

  attach(layers: Layer[]): void {
    this.#slots = layers.map(({ layer, video }) => new Slot(layer, video));
    for (const slot of this.#slots) slot.onChange = () => this.onChange();
  }

  close(): void {
    this.#slots.forEach((slot) => slot.close());
    this.#slots = [];
  }

  get videos(): HTMLVideoElement[] {
    return this.#slots.map(({ video }) => video);
  }

  get refused(): boolean {
    return this.#slots.some((slot) => slot.refused);
  }

  slotOf(clip: PlacedClip | undefined): Slot | undefined {
    return clip && this.#slots.find((slot) => slot.clip === clip);
  }

  /** Whether the frames of these clips are available, or never will be. */
  arrived(visible: PlacedClip[]): boolean {
    return this.#every(visible, (slot) => slot.arrived);
  }

  /** Whether these clips can play immediately, or never will. */
  ready(visible: PlacedClip[]): boolean {
    return this.#every(visible, (slot) => slot.ready);
  }

  /** Whether any of these clips has a source but no video assigned. */
  lacks(visible: PlacedClip[]): boolean {
    return visible.some((clip) => clip.part.src !== null && !this.slotOf(clip));
  }

  /** Shows these clips at a second of the film. All other videos stop and become free. */
  show(visible: PlacedClip[], second: number, speed: number): void {
    const used: Slot[] = [];
    for (const clip of visible) {
      const slot = this.#choose(clip, used);
      if (!slot || clip.part.src === null) continue;
      used.push(slot);
      slot.clip = clip;
      slot.show(clip.part.src, sourceAt(clip, second), clip.rate * speed);
    }
    this.#release((slot) => !used.includes(slot));
  }

  /** Releases clips that are not shown. They are prepared again when their turn is near. */
  forget(visible: PlacedClip[]): void {
    this.#release(({ clip }) => !clip || !visible.includes(clip));
  }

  /** Releases the videos of clips that are no longer shown. */
  leave(visible: PlacedClip[], second: number): void {
    this.#release(({ clip }) => clip !== null && !visible.includes(clip) && clip.start < second);
  }

  /** Assigns a clip that holds the last frame of the one before it to the same video. */
  hold(clip: PlacedClip): void {
    if (clip.rate > 0 || this.slotOf(clip)) return;
    const slot = this.#slots.find((other) => other.clip?.part === clip.part && other.clip.end === clip.start);
    if (!slot) return;
    slot.clip = clip;
    slot.stop();
  }

  /**
   * Assigns free videos to the clips that follow, and starts each before its turn.
   * @param next in the order of their starts
   */
  prepare(next: PlacedClip[], visible: PlacedClip[], { time, speed }: { time: number; speed: number }): void {
    const retained = [...visible];
    for (const clip of next) {
      if (clip.part.src === null || retained.includes(clip) || isHeld(clip)) continue;
      const away = (clip.start - time) / speed;
      if (retained.length > visible.length && away > SOON) return;
      const rate = clip.rate * speed;
      let slot = this.slotOf(clip);
      // A video starts again if it played on while the page had no animation frames or the current video was
      // awaited.
      const early = slot?.arrived ? (slot.video.currentTime - clip.from) / rate + away : 0;
      if (!slot || (rate > 0 && early > TOO_EARLY)) {
        slot ??= this.#free(clip, retained);
        if (!slot) return;
        // The seek came too late to start early.
        slot.lead = away > 2 * LEAD ? Math.min(LEAD, rate > 0 ? clip.from / rate : 0) : 0;
        slot.clip = clip;
        slot.stop();
        slot.show(clip.part.src, clip.from - slot.lead * rate, rate);
      }
      retained.push(clip);
      if (rate > 0 && slot.ready && away <= slot.lead + slot.latency) slot.play();
    }
  }

  /** Seeks a free video to where a clip ends, for a film that plays backwards. */
  prepareEnd(clip: PlacedClip, visible: PlacedClip[]): void {
    if (clip.part.src === null || this.slotOf(clip)) return;
    const slot = this.#free(clip, visible);
    if (!slot) return;
    slot.clip = clip;
    slot.show(clip.part.src, sourceAt(clip, clip.end), 0);
  }

  /** Makes clips visible, each over the one before it, unless its frame is not available yet. */
  draw(visible: PlacedClip[], second: number): void {
    if (!this.arrived(visible)) return;
    const visibleSlots = visible.map((clip) => this.slotOf(clip));
    for (const slot of this.#slots) {
      const over = visibleSlots.indexOf(slot);
      const isSeen = over >= 0 && !slot.failed;
      const placement = isSeen
        ? { over, opacity: over === 0 ? 1 : opacityAt(visible[over]!.place, second) }
        : null;
      slot.place(placement, slot.clip?.part);
    }
  }

  stop(): void {
    this.#slots.forEach((slot) => slot.stop());
  }

  reloadFailed(): void {
    this.#slots.forEach((slot) => slot.reloadFailed());
  }

  #every(visible: PlacedClip[], is: (slot: Slot) => boolean): boolean {
    return visible.every((clip) => {
      const slot = this.slotOf(clip);
      return !slot || slot.failed || is(slot);
    });
  }

  #release(isFree: (slot: Slot) => boolean): void {
    for (const slot of this.#slots.filter(isFree)) {
      slot.stop();
      slot.clip = null;
    }
  }

  #free(clip: PlacedClip, retained: PlacedClip[]): Slot | undefined {
    return this.#choose(
      clip,
      this.#slots.filter((slot) => slot.clip && retained.includes(slot.clip)),
    );
  }

  /**
   * Returns the video that reaches a clip soonest. A video that must load another file is chosen only while
   * it is invisible, if possible.
   */
  #choose(clip: PlacedClip, used: Slot[]): Slot | undefined {
    const { src, id } = clip.part;
    const free = this.#slots.filter((slot) => !used.includes(slot));
    const holding = free.filter((slot) => src !== null && slot.holds(src));
    return (
      holding.find((slot) => slot.clip === clip) ??
      holding.find((slot) => slot.clip?.part.id === id && slot.seen) ??
      holding.find(({ seen }) => seen) ??
      holding[0] ??
      free.find(({ seen }) => !seen) ??
      free[0]
    );
  }
}

/** Whether a clip holds the frame of another clip that precedes it in its part. */
const isHeld = ({ rate, part, start, place }: PlacedClip): boolean =>
  rate === 0 && part.src !== null && start > place.from;
