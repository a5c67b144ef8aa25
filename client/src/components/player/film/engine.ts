import { createStore } from 'zustand/vanilla';
import { type Clock, createClock } from '../clock.ts';
import { Slot } from './slot.ts';
import type { FilmMusic } from './music.ts';
import { FilmSound } from './sound.ts';
import {
  clipAt,
  EMPTY,
  filmAt,
  type FilmTimeline,
  followEdit,
  type PlacedClip,
  sourceAt,
} from './timeline.ts';

export interface FilmState {
  /** The part that shows now, and the one after it. */
  partId: string | null;
  nextId: string | null;
  /** Media for the picture are awaited. */
  waiting: boolean;
  /** The browser requires a press to play. */
  refused: boolean;
  /** The part's video cannot be played: its time passes without it. */
  failed: boolean;
  /** How many times faster than the film; negative is backwards. */
  speed: number;
}

/** A video starts this long before its turn, so that it moves when its turn comes, in seconds. */
const LEAD = 0.25;
/** The rest of a clip that is less than a frame of any display, in seconds. */
const EARLY = 0.012;
/** A beginning that is missed by this much is not seen, in seconds. */
const CLOSE = 0.005;
/** The most time between two frames that counts as played, in seconds. */
const LONGEST_STEP = 0.1;
const LONGEST_STEP_BACK = 0.5;
/** A shorter wait is not shown, in ms. */
const NOTICED_MS = 250;
/** The speeds that J and L go through. */
const SHUTTLE = [-4, -2, -1, 1, 2, 4];

/**
 * Plays a film from its sources: two videos take turns, and the next one is sought and started before its turn. Stops
 * where the page is hidden, since without frames none could hand over.
 */
export class FilmEngine {
  /** In seconds of the film. */
  readonly clock: Clock = createClock();
  readonly state = createStore<FilmState>(() => ({
    partId: null,
    nextId: null,
    waiting: false,
    refused: false,
    failed: false,
    speed: 1,
  }));
  readonly #sound = new FilmSound();
  #timeline = EMPTY;
  #slots: Slot[] = [];
  #front: Slot | null = null;
  /** The place among the clips of the one that shows. */
  #at = -1;
  /** The next clip, once its video was sent to its beginning, and how long before its turn it starts. */
  #ahead: { clip: PlacedClip; lead: number } | null = null;
  #rate = 1;
  #shuttle = 1;
  #waits: ReturnType<typeof setTimeout> | null = null;
  #frame = 0;
  #last = 0;

  /** Takes two layers with a video each, which it moves and shows until the returned function is called. */
  attach(layers: { layer: HTMLElement; video: HTMLVideoElement }[]): () => void {
    this.#slots = layers.map(({ layer, video }) => new Slot(layer, video));
    for (const slot of this.#slots) slot.onChange = () => this.#update();
    const hidden = (): void => {
      if (document.hidden) this.pause();
    };
    document.addEventListener('visibilitychange', hidden);
    this.#go(this.#time);
    return () => {
      this.pause();
      this.#wait(false);
      document.removeEventListener('visibilitychange', hidden);
      this.#slots.forEach((slot) => slot.close());
      this.#slots = [];
      this.#front = null;
      this.#sound.close();
    };
  }

  get timeline(): FilmTimeline {
    return this.#timeline;
  }

  /** Another film, or this one after an edit: what shows stays where it still is. */
  setTimeline(timeline: FilmTimeline): void {
    const time = followEdit(this.#timeline, timeline, this.#time);
    this.#timeline = timeline;
    this.#go(time);
  }

  play = (): void => {
    if (this.#time >= this.#timeline.length - 0.05) this.#go(0);
    this.#start(1);
  };

  pause = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#ahead = null;
    this.#slots.forEach((slot) => slot.stop());
    this.#sound.quiet();
    this.clock.setState({ playing: false, ...this.#standing() });
    this.#shuttle = 1;
    this.state.setState({ speed: this.#speed });
  };

  toggle = (): void => (this.clock.getState().playing ? this.pause() : this.play());

  seek = (second: number): void => {
    this.#slots.forEach((slot) => slot.forgive());
    this.#sound.quiet();
    this.#go(second);
  };

  nudge = (by: number): void => this.seek(this.#time + by);

  /** Shows a second of the source of what shows now, inside its clip or not, without going there. */
  peek(source: number): void {
    this.pause();
    const src = this.#clip?.part.src;
    if (src) this.#front?.show(src, Math.max(0, source), 0);
  }

  /** The next speed forwards (1) or backwards (-1); from a stop the film's own. */
  faster = (step: 1 | -1): void => {
    if (!this.clock.getState().playing) return step > 0 ? this.play() : this.#start(-1);
    const at = SHUTTLE.indexOf(this.#shuttle) + step;
    this.#start(SHUTTLE[Math.max(0, Math.min(SHUTTLE.length - 1, at))]!);
  };

  /** How fast a film is watched, which is no matter of the film. */
  setRate(rate: number): void {
    this.#rate = rate;
    this.#ahead = null;
    this.#applySpeed();
  }

  setMusic(music: FilmMusic | null): void {
    this.#sound.setMusic(music);
  }

  setMuted(muted: boolean): void {
    this.#sound.setMuted(muted);
  }

  get #time(): number {
    return this.clock.getState().time;
  }

  get #clip(): PlacedClip | undefined {
    return this.#timeline.clips[this.#at];
  }

  get #back(): Slot | undefined {
    return this.#slots.find((slot) => slot !== this.#front);
  }

  get #speed(): number {
    return this.#rate * this.#shuttle;
  }

  /** A video stops slightly after the last frame that was followed. */
  #standing(): { time: number } | null {
    const clip = this.#clip;
    const isMoving = clip && clip.part.src !== null && clip.rate > 0 && this.#time < clip.end - EARLY;
    if (!isMoving || !this.#front?.arrived || this.#front.failed) return null;
    return { time: filmAt(clip, this.#front.video.currentTime) };
  }

  #start(shuttle: number): void {
    if (this.#timeline.clips.length === 0) return;
    this.#shuttle = shuttle;
    this.#ahead = null;
    this.#slots.forEach((slot) => slot.forgive());
    this.#slots.forEach((slot) => slot.stop());
    // Backwards nothing is heard.
    this.#sound.quiet();
    this.#sound.open(this.#slots.map(({ video }) => video));
    this.#go(this.#time);
    this.#applySpeed();
    this.clock.setState({ playing: true });
    this.#last = performance.now();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(this.#tick);
  }

  #applySpeed(): void {
    this.state.setState({ speed: this.#speed });
    this.#front?.setRate((this.#clip?.rate ?? 1) * this.#speed);
  }

  /** Shows a second of the film, whatever showed before. */
  #go(second: number): void {
    const time = Math.max(0, Math.min(this.#timeline.length, second));
    this.#at = clipAt(this.#timeline, time);
    this.#ahead = null;
    this.clock.setState({ time });
    const clip = this.#clip;
    const src = clip?.part.src ?? null;
    const before = this.#front;
    if (clip && src !== null) {
      this.#front = [before, this.#back].find((slot) => slot?.holds(src)) ?? this.#back ?? before ?? null;
      this.#front?.show(src, sourceAt(clip, time), clip.rate * this.#speed);
    }
    for (const slot of this.#slots) {
      if (src !== null && slot === this.#front) continue;
      slot.stop();
      this.#sound.silence(slot.video);
    }
    this.#update();
  }

  /** Reports a wait once it can be noticed. */
  #wait(waits: boolean): void {
    if (waits && this.#waits === null) {
      this.#waits = setTimeout(() => this.state.setState({ waiting: true }), NOTICED_MS);
    }
    if (waits || this.#waits === null) return;
    clearTimeout(this.#waits);
    this.#waits = null;
    this.state.setState({ waiting: false });
  }

  /** Brings what is seen up to what the videos have. */
  #update(): void {
    const clip = this.#clip;
    const slot = clip?.part.src ? this.#front : null;
    const next = this.#timeline.clips[this.#at + 1];
    // Until its picture is there, the one before it stays.
    if (!slot || slot.arrived || slot.failed) {
      for (const one of this.#slots) {
        one.place(one === slot && !one.failed, one === slot ? clip?.part : next?.part);
      }
    }
    const refused = this.#slots.some((one) => one.refused);
    if (refused) this.pause();
    this.state.setState({
      partId: clip?.part.id ?? null,
      nextId: next?.part.id ?? null,
      failed: slot?.failed ?? false,
      refused,
    });
    this.#wait(slot !== null && !slot.failed && !slot.ready && this.#speed > 0);
  }

  #tick = (now: number): void => {
    const passed = (now - this.#last) / 1000;
    if (this.#speed > 0) {
      this.#last = now;
      this.#forwards(Math.min(LONGEST_STEP, passed));
    } else this.#backwards(passed, now);
    if (this.clock.getState().playing) this.#frame = requestAnimationFrame(this.#tick);
  };

  #forwards(passed: number): void {
    const clip = this.#clip;
    if (!clip) return this.pause();
    const slot = clip.part.src !== null && clip.rate > 0 ? this.#front : null;
    const before = this.#time;
    let time = before + passed * this.#speed;
    let flows = true;
    if (slot && !slot.failed && !slot.video.ended && before < clip.end - EARLY) {
      slot.play();
      flows = slot.ready;
      time = slot.arrived ? Math.max(before, filmAt(clip, slot.video.currentTime)) : before;
    }
    time = Math.min(clip.end, time);
    this.clock.setState({ time });
    this.#hear(flows);
    this.#lookAhead(clip, time);
  }

  #hear(flows: boolean): void {
    const clip = this.#clip;
    if (!clip) return;
    const at = this.#time - this.#timeline.parts.get(clip.part.id)!.start;
    const video = clip.part.src !== null && clip.rate > 0 ? (this.#front?.video ?? null) : null;
    this.#sound.follow(clip.part, { video, at, speed: this.#speed, flows });
    this.#sound.accompany({ at: this.#time, length: this.#timeline.length }, { speed: this.#speed, flows });
  }

  /** Prepares the next clip, starts it before its turn, and gives it its turn. */
  #lookAhead(clip: PlacedClip, time: number): void {
    const remaining = (clip.end - time) / this.#speed;
    const next = this.#timeline.clips[this.#at + 1];
    if (!next) {
      if (remaining > EARLY) return;
      this.clock.setState({ time: this.#timeline.length });
      return this.pause();
    }
    if (next.part !== clip.part) this.#sound.prepare(next.part);
    const { src } = next.part;
    if (src === null || (next.rate === 0 && next.part === clip.part)) {
      if (remaining <= EARLY) this.#turn(null, next);
      return;
    }
    const back = this.#back;
    if (!back) return;
    const rate = next.rate * this.#speed;
    if (this.#ahead?.clip !== next) {
      // Sought too late to start early.
      const lead = remaining > 2 * LEAD ? Math.min(LEAD, rate > 0 ? next.from / rate : 0) : 0;
      this.#ahead = { clip: next, lead };
      back.stop();
      back.show(src, next.from - lead * rate, rate);
    }
    if (back.failed) return remaining <= EARLY ? this.#turn(back, next) : undefined;
    if (rate === 0) return back.arrived && remaining <= EARLY ? this.#turn(back, next) : undefined;
    if (back.ready && remaining <= this.#ahead.lead + back.latency) back.play();
    if (remaining > 2 * EARLY) return;
    // The two videos' clocks differ by some ms: nothing before the next one's beginning may be seen.
    const { currentTime } = back.video;
    const isThere = back.arrived && currentTime >= next.from - CLOSE;
    if (isThere && (remaining <= EARLY || currentTime > next.from)) this.#turn(back, next);
    else if (remaining <= EARLY) {
      this.#front?.stop();
      if (!back.ready) this.#wait(true);
    }
  }

  #turn(slot: Slot | null, next: PlacedClip): void {
    const before = this.#front;
    this.#at += 1;
    this.#ahead = null;
    if (slot !== before) {
      before?.stop();
      if (before) this.#sound.silence(before.video);
    }
    if (slot) this.#front = slot;
    this.clock.setState({ time: slot && !slot.failed ? filmAt(next, slot.video.currentTime) : next.start });
    this.#update();
    this.#hear(true);
  }

  /** Browsers play nothing backwards: its pictures are sought one after another, in silence. */
  #backwards(passed: number, now: number): void {
    const slot = this.#clip?.part.src ? this.#front : null;
    this.#sound.quiet();
    this.#slots.forEach(({ video }) => this.#sound.silence(video));
    if (slot && !slot.failed && !slot.arrived) return;
    this.#last = now;
    this.#go(this.#time + Math.min(LONGEST_STEP_BACK, passed) * this.#speed);
    if (this.#time <= 0) this.pause();
  }
}
