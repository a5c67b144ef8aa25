import { createStore } from 'zustand/vanilla';
import { type Clock, createClock } from '../clock.ts';
import type { FilmMusic } from './music.ts';
import { type Layer, Pictures } from './pictures.ts';
import { Playhead } from './playhead.ts';
import { FilmSound } from './sound.ts';
import { followEdit } from './timeline/source-time.ts';
import type { FilmTimeline, PlacedClip } from './timeline/timeline.ts';

export interface FilmState {
  /** The current part, the one that crossfades with it, and the next one. */
  partId: string | null;
  besideId: string | null;
  nextId: string | null;
  /** Whether the video waits for its media. */
  waiting: boolean;
  /** Whether the browser requires a press to play. */
  refused: boolean;
  /** Whether the part's video cannot be played. Its time passes without it. */
  failed: boolean;
  /** The playback rate relative to the film; negative plays backwards. */
  speed: number;
}

/** The longest time between two frames that counts as played, in seconds. */
const LONGEST_STEP = 0.1;
const LONGEST_STEP_BACK = 0.5;
/** A shorter wait is not shown, in ms. */
const NOTICED_MS = 250;
/** The speeds that the keys J and L select. */
const SHUTTLE = [-4, -2, -1, 1, 2, 4];

/**
 * Plays a film from its sources. Videos take turns, and the next one is sought and started before its turn;
 * during a crossfade two play concurrently. Stops while the page is hidden, since without animation frames no
 * video could hand over to the next.
 */
export class FilmEngine {
  /** The position, in seconds of the film. */
  readonly clock: Clock = createClock();
  readonly state = createStore<FilmState>(() => ({
    partId: null,
    besideId: null,
    nextId: null,
    waiting: false,
    refused: false,
    failed: false,
    speed: 1,
  }));
  readonly #sound = new FilmSound();
  readonly #pictures = new Pictures();
  readonly #head = new Playhead(this.clock, this.#pictures, this.#sound);
  #rate = 1;
  #shuttle = 1;
  #waits: ReturnType<typeof setTimeout> | null = null;
  #frame = 0;
  #last = 0;

  constructor() {
    this.#pictures.onChange = () => this.#update();
    this.#head.onChange = () => this.#update();
  }

  /** Receives layers with one video each. The engine controls them until the returned function is called. */
  attach(layers: Layer[]): () => void {
    this.#pictures.attach(layers);
    const hidden = (): void => {
      if (document.hidden) this.pause();
    };
    document.addEventListener('visibilitychange', hidden);
    this.#head.go(this.#time);
    return () => {
      this.pause();
      this.#wait(false);
      document.removeEventListener('visibilitychange', hidden);
      this.#pictures.close();
      this.#sound.close();
    };
  }

  get timeline(): FilmTimeline {
    return this.#head.timeline;
  }

  /**
   * Replaces the film, or updates it after an edit. The current frame stays if the new film still contains
   * it.
   */
  setTimeline(timeline: FilmTimeline): void {
    const time = followEdit(this.#head.timeline, timeline, this.#time);
    this.#head.timeline = timeline;
    this.#head.go(time);
  }

  play = (): void => {
    if (this.#time >= this.#head.timeline.length - 0.05) this.#head.go(0);
    this.#start(1);
  };

  pause = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#pictures.stop();
    this.#sound.quiet();
    this.clock.setState({ playing: false, ...this.#head.stopPosition() });
    this.#pictures.forget(this.#head.visible);
    this.#shuttle = 1;
    this.#applySpeed();
  };

  toggle = (): void => (this.clock.getState().playing ? this.pause() : this.play());

  seek = (second: number): void => {
    this.#pictures.reloadFailed();
    this.#sound.quiet();
    this.#head.go(second);
  };

  nudge = (by: number): void => this.seek(this.#time + by);

  /** Shows a second of the current source, inside its clip or not, without seeking there. */
  peek(source: number): void {
    this.pause();
    const clip = this.#head.clip;
    if (clip?.part.src) this.#pictures.slotOf(clip)?.show(clip.part.src, Math.max(0, source), 0);
  }

  /** Selects the next speed forwards (1) or backwards (-1). After a stop it is the film's own speed. */
  faster = (step: 1 | -1): void => {
    if (!this.clock.getState().playing) return step > 0 ? this.play() : this.#start(-1);
    const at = SHUTTLE.indexOf(this.#shuttle) + step;
    this.#start(SHUTTLE[Math.max(0, Math.min(SHUTTLE.length - 1, at))]!);
  };

  /** Sets the playback rate. This does not affect the film itself. */
  setRate(rate: number): void {
    this.#rate = rate;
    this.#pictures.forget(this.#head.visible);
    this.#applySpeed();
  }

  setMusic(music: FilmMusic | null): void {
    this.#sound.setMusic(music);
  }

  /** Whether the film's audio fades at its ends. */
  setEndFades(fades: boolean): void {
    this.#sound.setEndFades(fades);
  }

  setMuted(muted: boolean): void {
    this.#sound.setMuted(muted);
  }

  get #time(): number {
    return this.clock.getState().time;
  }

  get #speed(): number {
    return this.#rate * this.#shuttle;
  }

  #start(shuttle: number): void {
    if (this.#head.timeline.leads.length === 0) return;
    this.#shuttle = shuttle;
    this.#pictures.reloadFailed();
    this.#pictures.stop();
    // Playing backwards is silent.
    this.#sound.quiet();
    this.#sound.open(this.#pictures.videos);
    this.#applySpeed();
    this.#head.go(this.#time);
    this.clock.setState({ playing: true });
    this.#last = performance.now();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(this.#tick);
  }

  #applySpeed(): void {
    this.#head.speed = this.#speed;
    this.state.setState({ speed: this.#speed });
    for (const clip of this.#head.visible) this.#pictures.slotOf(clip)?.setRate(clip.rate * this.#speed);
  }

  /** Reports a wait once it is long enough to be noticed. */
  #wait(waits: boolean): void {
    if (waits && this.#waits === null) {
      this.#waits = setTimeout(() => this.state.setState({ waiting: true }), NOTICED_MS);
    }
    if (waits || this.#waits === null) return;
    clearTimeout(this.#waits);
    this.#waits = null;
    this.state.setState({ waiting: false });
  }

  /** Updates the shown frame to the current state of the videos. */
  #update(): void {
    const clip = this.#head.clip;
    const visible = this.#head.visible;
    this.#pictures.draw(visible, this.#time);
    const { refused } = this.#pictures;
    if (refused) this.pause();
    const idOf = (placed: PlacedClip | undefined): string | null => placed?.part.id ?? null;
    this.state.setState({
      partId: idOf(clip),
      besideId: idOf(visible.find((other) => other !== clip)),
      nextId: idOf(this.#head.next),
      failed: this.#pictures.slotOf(clip)?.failed ?? false,
      refused,
    });
    this.#wait(!this.#pictures.ready(visible) && this.#speed > 0);
  }

  #tick = (now: number): void => {
    const passed = (now - this.#last) / 1000;
    if (this.#speed > 0) {
      this.#last = now;
      this.#forwards(passed);
    } else this.#backwards(passed, now);
    if (this.clock.getState().playing) this.#frame = requestAnimationFrame(this.#tick);
  };

  #forwards(passed: number): void {
    const progress = this.#head.forwards(Math.min(LONGEST_STEP, passed));
    if (progress === 'waits') this.#wait(true);
    if (progress !== 'ends') return;
    this.clock.setState({ time: this.timeline.length });
    this.pause();
  }

  /** Plays backwards by seeking frame after frame without audio, since browsers cannot do it themselves. */
  #backwards(passed: number, now: number): void {
    this.#sound.quiet();
    this.#sound.silence();
    const { visible } = this.#head;
    if (!this.#pictures.arrived(visible)) return;
    // The event that reports a video's frame may arrive after the animation frame that continues from it.
    // This draws each frame at the latest.
    this.#pictures.draw(visible, this.#time);
    this.#last = now;
    this.#head.backwards(Math.min(LONGEST_STEP_BACK, passed));
    if (this.#time <= 0) this.pause();
  }
}
