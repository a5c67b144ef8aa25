import type { Clock } from '../clock.ts';
import type { Pictures } from './pictures.ts';
import type { Slot } from './slot.ts';
import type { FilmSound, AudiblePart } from './sound.ts';
import { clipAt, loudnessAt, shownWith } from './timeline/shown-at.ts';
import { filmAt, sourceAt } from './timeline/source-time.ts';
import { EMPTY, type PlacedClip } from './timeline/timeline.ts';

/** A remaining time of a clip that is shorter than a frame of any display, in seconds. */
const EARLY = 0.012;
/** A video that misses its beginning by this much does so invisibly, in seconds. */
const CLOSE = 0.005;
/**
 * A frame is reported when the next one is nearly due. It counts as the clip's first frame unless it is older
 * than this, in seconds.
 */
const TOO_OLD = 0.09;
/**
 * The time for which the start of a clip waits for its frame, in seconds. A video may have a low frame rate.
 */
const LONGEST_WAIT = 0.1;
/** A crossfading video that is this far from its target is moved, in seconds of the film. */
const APART = 0.15;
/** The number of following clips that are considered. */
const COMING = 4;

/**
 * The position in a film and its progress from clip to clip. The clock follows the video of the leading clip.
 */
export class Playhead {
  timeline = EMPTY;
  /** Seconds of the film per second; negative plays backwards. */
  speed = 1;
  /** Called when other clips are shown. */
  onChange: () => void = () => undefined;
  readonly #clock: Clock;
  readonly #pictures: Pictures;
  readonly #sound: FilmSound;
  /** The index among the leading clips. */
  #at = -1;
  /** The clip that was last shown beside the leading clip. */
  #beside: PlacedClip | undefined;

  constructor(clock: Clock, pictures: Pictures, sound: FilmSound) {
    this.#clock = clock;
    this.#pictures = pictures;
    this.#sound = sound;
  }

  get clip(): PlacedClip | undefined {
    return this.timeline.leads[this.#at];
  }

  /** The next leading clip. */
  get next(): PlacedClip | undefined {
    return this.timeline.leads[this.#at + 1];
  }

  /** The clips that are shown. During a crossfade there are two; the later part's clip is last. */
  get visible(): PlacedClip[] {
    const { clip } = this;
    return clip ? shownWith(this.timeline, clip, this.#time) : [];
  }

  get #time(): number {
    return this.#clock.getState().time;
  }

  /** Shows a second of the film, whatever was shown before. */
  go(second: number): void {
    const time = Math.max(0, Math.min(this.timeline.length, second));
    this.#at = clipAt(this.timeline, time);
    this.#clock.setState({ time });
    const { visible } = this;
    this.#pictures.show(visible, time, this.speed);
    this.#sound.silence(visible.map((clip) => this.#pictures.slotOf(clip)?.video ?? null));
    this.onChange();
  }

  /** The position of a film that stops. A video stops slightly after the last frame that was followed. */
  stopPosition(): { time: number } | null {
    const { clip } = this;
    const slot = clip && this.#moving(clip);
    if (!slot?.arrived) return null;
    return { time: Math.min(clip!.leads.to, filmAt(clip!, slot.video.currentTime)) };
  }

  /** Advances by this many seconds, as far as the videos do. */
  forwards(passed: number): 'plays' | 'waits' | 'ends' {
    const { clip } = this;
    if (!clip) return 'ends';
    const flows = this.#move(clip);
    const slot = this.#moving(clip);
    const before = this.#time;
    let time = flows ? before + passed * this.speed : before;
    if (slot) time = slot.arrived ? Math.max(before, filmAt(clip, slot.video.currentTime)) : before;
    this.#clock.setState({ time: Math.min(clip.leads.to, time) });
    this.#blend(clip);
    this.#playSound(flows);
    return this.#advance(clip);
  }

  backwards(passed: number): void {
    this.go(this.#time + passed * this.speed);
    const before = this.timeline.leads[this.#at - 1];
    if (before) this.#pictures.prepareEnd(before, this.visible);
  }

  /** Returns the video of a clip that should play. */
  #moving(clip: PlacedClip): Slot | null {
    const slot = this.#pictures.slotOf(clip);
    const isMoving = slot && clip.rate > 0 && !slot.failed && !slot.video.ended;
    return isMoving && this.#time < clip.end - EARLY ? slot : null;
  }

  /**
   * Starts the videos of the shown clips, or stops all while one of them is awaited. Returns whether all can
   * play.
   */
  #move(lead: PlacedClip): boolean {
    const moving = this.visible.flatMap((clip) => {
      const slot = this.#moving(clip);
      return slot ? [{ clip, slot }] : [];
    });
    for (const { clip, slot } of moving) {
      const rate = clip.rate * this.speed;
      const target = sourceAt(clip, this.#time);
      const isApart = Math.abs(slot.video.currentTime - target) > APART * rate;
      if (clip !== lead && slot.arrived && isApart) slot.show(clip.part.src!, target, rate);
    }
    const flows = moving.every(({ slot }) => slot.ready);
    for (const { slot } of moving) {
      // A video that is not ready loads by playing.
      if (flows || !slot.ready) slot.play();
      else slot.stop();
    }
    return flows;
  }

  /** Sets the opacity of a crossfade's clips, and assigns a video to the clip that begins or ends there. */
  #blend(lead: PlacedClip): void {
    const { visible } = this;
    const secondary = visible.find((clip) => clip !== lead);
    if (secondary) this.#pictures.hold(secondary);
    this.#pictures.leave(visible, this.#time);
    // A page that had no animation frames for a while reaches clips for which no video was prepared.
    const isLate = this.#pictures.lacks(visible);
    if (isLate) this.#pictures.show(visible, this.#time, this.speed);
    if (isLate || secondary !== this.#beside) this.onChange();
    else if (secondary) this.#pictures.draw(visible, this.#time);
    this.#beside = secondary;
  }

  #playSound(flows: boolean): void {
    const at = this.#time;
    const audible = this.visible.map((clip): AudiblePart => {
      const { part, place } = clip;
      const video = clip.rate > 0 ? (this.#pictures.slotOf(clip)?.video ?? null) : null;
      return { part, video, at: at - place.start, level: loudnessAt(place, at) };
    });
    this.#sound.follow(audible, { speed: this.speed, flows });
    this.#sound.accompany({ at, length: this.timeline.length }, { speed: this.speed, flows });
  }

  /** Prepares the clips that follow, and lets the next one lead when its turn comes. */
  #advance(clip: PlacedClip): ReturnType<Playhead['forwards']> {
    const time = this.#time;
    const remaining = (clip.leads.to - time) / this.speed;
    const isOver = remaining <= EARLY;
    const { next, visible } = this;
    if (!next) return isOver ? 'ends' : 'plays';
    if (next.part !== clip.part) this.#sound.prepare(next.part);
    this.#pictures.prepare(this.#coming(next, time), visible, { time, speed: this.speed });
    if (remaining > 2 * EARLY) return 'plays';
    const slot = this.#pictures.slotOf(next);
    const isStill = next.part.src === null || (next.rate === 0 && next.part === clip.part);
    if (isStill || slot?.failed || visible.includes(next)) return isOver ? this.#turn(next) : 'plays';
    if (!slot) return 'plays';
    if (next.rate === 0) return isOver && slot.arrived ? this.#turn(next) : 'plays';
    // The clocks of two videos differ by some ms. Nothing before the next one's beginning may be shown.
    const { currentTime } = slot.video;
    const drawnAt = slot.drawn ?? currentTime;
    const isDrawn = drawnAt >= next.from - TOO_OLD || currentTime > next.from + LONGEST_WAIT;
    const hasBegun = currentTime >= next.from - CLOSE || (isOver && drawnAt >= next.from);
    if (slot.arrived && isDrawn && hasBegun && (isOver || currentTime > next.from)) return this.#turn(next);
    if (!isOver) return 'plays';
    this.#pictures.slotOf(clip)?.stop();
    return slot.ready ? 'plays' : 'waits';
  }

  /** Returns the clips that are shown next, by their starts. Clips of a crossfade may never lead. */
  #coming(next: PlacedClip, time: number): PlacedClip[] {
    const { clips } = this.timeline;
    const first = clips.findIndex((clip) => clip === next || clip.start > time);
    return clips.slice(first, first + COMING);
  }

  #turn(next: PlacedClip): 'plays' {
    this.#at += 1;
    this.#pictures.hold(next);
    const slot = next.rate > 0 ? this.#pictures.slotOf(next) : undefined;
    const time = slot && !slot.failed ? filmAt(next, slot.video.currentTime) : next.leads.from;
    this.#clock.setState({ time });
    this.#pictures.leave(this.visible, Math.max(time, next.leads.from));
    this.onChange();
    this.#playSound(true);
    return 'plays';
  }
}
