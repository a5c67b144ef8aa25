import { vi } from 'vitest';

/** The duration of a display frame, of a seek and of a start, in ms. */
const FRAME = 1000 / 60;
const SEEK = 50;
const START = 25;
const LOAD = 40;
/** How often a covered video draws a frame, in ms. Other videos draw with every frame of the display. */
const COVERED = 250;
/** The length of every file, in seconds. */
const DURATION = 30;

/** A clock in ms that only `pass` advances, and its timers. */
class MadeTime {
  now = 0;
  #waiting: { at: number; act: () => void }[] = [];
  #frames = new Map<number, (now: number) => void>();
  #ids = 0;

  after(ms: number, act: () => void): void {
    this.#waiting.push({ at: this.now + ms, act });
  }

  request = (act: (now: number) => void): number => {
    this.#frames.set(++this.#ids, act);
    return this.#ids;
  };

  cancel = (id: number): void => void this.#frames.delete(id);

  /** Advances the clock by this many seconds, frame by frame. */
  pass(seconds: number): void {
    for (let frame = 0; frame < seconds * 60; frame++) {
      this.hang(FRAME / 1000);
      const due = [...this.#frames.values()];
      this.#frames.clear();
      for (const act of due) act(this.now);
    }
  }

  /** Advances the clock by this many seconds without a frame, as on a busy page. */
  hang(seconds: number): void {
    const end = this.now + seconds * 1000;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.now = next.at;
      next.act();
    }
    this.now = end;
  }

  #next(until: number) {
    const first = this.#waiting.toSorted((a, b) => a.at - b.at)[0];
    if (!first || first.at > until) return undefined;
    this.#waiting = this.#waiting.filter((one) => one !== first);
    return first;
  }
}

/** A video whose frames follow the fake clock. A file called "bad" cannot be played. */
export class MadeVideo extends EventTarget {
  static time: MadeTime;
  /** All fake video and audio elements of the current fake browser. */
  static made: MadeVideo[] = [];
  /** The volume of all elements together. */
  static output: { value: number } = { value: 1 };
  readonly style: Record<string, string> = {};
  readonly dataset: Record<string, string> = {};
  readonly layer = { style: {} as Record<string, string>, dataset: {} as Record<string, string> };
  paused = true;
  seeking = false;
  ended = false;
  readyState = 0;
  playbackRate = 1;
  preload = '';
  error: object | null = null;
  duration = DURATION;
  src = '';
  /** Returns how loud the video plays, by the node to which it is connected. */
  gain = { value: 0 };
  /**
   * The gain of a mono sound on either side of the mix: 1, or half the power if it is panned to the centre.
   */
  side = 1;
  /** The second of the last drawn frame. */
  drawn = 0;
  #base = 0;
  #since: number | null = null;

  constructor() {
    super();
    MadeVideo.made.push(this);
  }

  get currentTime(): number {
    const passed = this.#since === null ? 0 : (MadeVideo.time.now - this.#since) / 1000;
    return Math.min(DURATION, this.#base + passed * this.playbackRate);
  }

  set currentTime(second: number) {
    this.#base = second;
    if (this.#since !== null) this.#since = MadeVideo.time.now;
    this.seeking = true;
    MadeVideo.time.after(SEEK, () => {
      if (this.#base !== second) return;
      this.seeking = false;
      this.readyState = 4;
      this.#tell('seeked');
    });
  }

  load(): void {
    const { src } = this;
    this.pause();
    this.readyState = 0;
    this.error = null;
    this.#base = 0;
    MadeVideo.time.after(LOAD, () => {
      if (this.src !== src || src === '') return;
      if (src === 'bad') this.error = {};
      else this.readyState = 4;
      this.#tell(src === 'bad' ? 'error' : 'loadedmetadata');
    });
  }

  requestVideoFrameCallback(act: (now: number, picture: { mediaTime: number }) => void): void {
    const isCovered = this.layer.style['zIndex'] === '1';
    MadeVideo.time.after(isCovered ? COVERED : FRAME, () => {
      if (this.drawn === this.currentTime) return this.requestVideoFrameCallback(act);
      this.drawn = this.currentTime;
      act(MadeVideo.time.now, { mediaTime: this.drawn });
    });
  }

  async play(): Promise<void> {
    this.paused = false;
    MadeVideo.time.after(START, () => {
      if (this.paused) return;
      this.#since = MadeVideo.time.now;
      this.#tell('playing');
    });
  }

  pause(): void {
    this.#base = this.currentTime;
    this.#since = null;
    this.paused = true;
  }

  /** Stalls and resumes the video's media. */
  stall(): void {
    this.#base = this.currentTime;
    this.#since = null;
    this.readyState = 2;
  }

  arrive(): void {
    this.readyState = 4;
    if (!this.paused) this.#since = MadeVideo.time.now;
  }

  removeAttribute(): void {
    this.src = '';
  }

  #tell(name: string): void {
    this.dispatchEvent(new Event(name));
  }
}

/** Replaces a browser's videos, sounds and frames by fakes. Returns their clock. */
export function stubBrowser(): MadeTime {
  const time = new MadeTime();
  MadeVideo.time = time;
  MadeVideo.made = [];
  const destination = {};
  const node = () => {
    const gain = { value: 1, setTargetAtTime: (value: number) => void (gain.value = value) };
    const connect = (to: unknown) => {
      if (to === destination) MadeVideo.output = gain;
      return to;
    };
    return { connect, gain, channelCount: 2, context: { currentTime: 0 } };
  };
  class MadeContext {
    currentTime = 0;
    destination = destination;
    createGain = node;
    createAnalyser = () => ({ getFloatTimeDomainData: () => {} });
    createMediaElementSource = (video: MadeVideo) => ({
      connect: (to: { gain: { value: number }; channelCount: number }) => {
        video.gain = to.gain;
        video.side = to.channelCount > 2 ? Math.SQRT1_2 : 1;
        return to;
      },
    });
    async resume(): Promise<void> {}
    async suspend(): Promise<void> {}
  }
  vi.stubGlobal('HTMLMediaElement', { HAVE_NOTHING: 0, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { href: 'http://localhost/' });
  vi.stubGlobal('Audio', MadeVideo);
  vi.stubGlobal('AudioContext', MadeContext);
  vi.stubGlobal('requestAnimationFrame', time.request);
  vi.stubGlobal('cancelAnimationFrame', time.cancel);
  vi.stubGlobal('performance', { now: () => time.now });
  return time;
}
