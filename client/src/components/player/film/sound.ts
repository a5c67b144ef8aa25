import { endFadeGain } from '#film/sound/end-fades.ts';
import { createLevel, createMix } from './level.ts';
import { type FilmMusic, MusicSound } from './music.ts';
import type { FilmPart } from './timeline/timeline.ts';
import { Voices } from './voices.ts';

/**
 * The time constants with which audio begins and ends, follows a fade, and ducks under a voice and returns,
 * in seconds.
 */
const EDGE = 0.004;
const FOLLOW = 0.012;
const DUCK = 0.015;
const RETURN = 0.15;
/** The level of the original audio while a voice speaks over it: 12 dB lower. */
const DUCKED = 10 ** (-12 / 20);

export interface AudiblePart {
  part: FilmPart;
  /** The part's video while it plays. */
  video: HTMLVideoElement | null;
  /** The position, in seconds of the part. */
  at: number;
  /** The gain of the whole part, 0 to 1; a transition fades it. */
  level: number;
}

interface Pace {
  /** The playback rate of the film. */
  speed: number;
  /** `false` while the video waits. */
  flows: boolean;
}

/** Mixes the audio of a film: each video at its level, the narrations over them, and the music under both. */
export class FilmSound {
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  /** The sum of everything except the music. */
  #own: GainNode | null = null;
  readonly #music = new MusicSound();
  readonly #voices = new Voices();
  readonly #gains = new Map<HTMLMediaElement, GainNode>();
  readonly #levels = new Map<HTMLMediaElement, number>();
  /** The fades at the film's ends. */
  #ends: GainNode | null = null;
  #endFades = false;
  #muted = false;

  /** Creates the audio graph at the first play, since a browser allows no audio without a press. */
  open(videos: HTMLVideoElement[]): void {
    this.#context ??= new AudioContext({ latencyHint: 'interactive' });
    const context = this.#context;
    if (!this.#master) {
      this.#master = createMix(context);
      this.#master.gain.value = this.#muted ? 0 : 1;
      this.#ends = createMix(context);
      this.#master.connect(this.#ends);
      this.#ends.connect(context.destination);
    }
    if (!this.#own) {
      this.#own = createMix(context);
      this.#own.connect(this.#master);
      this.#music.connect(context, this.#own, this.#master);
      this.#voices.connect(context, this.#own);
    }
    for (const video of videos) {
      if (this.#gains.has(video)) continue;
      const gain = createLevel(context);
      context.createMediaElementSource(video).connect(gain).connect(this.#own);
      this.#gains.set(video, gain);
    }
    void context.resume();
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    if (this.#master) this.#master.gain.value = muted ? 0 : 1;
  }

  setEndFades(fades: boolean): void {
    this.#endFades = fades;
  }

  setMusic(music: FilmMusic | null): void {
    this.#music.set(music);
  }

  /** Stops narration and music. */
  quiet(): void {
    this.#music.quiet();
    this.#voices.quiet();
  }

  /** Loads the narration of a part that follows. */
  prepare(part: FilmPart): void {
    this.#voices.prepare(part);
  }

  /** Makes exactly these parts audible. */
  follow(audible: AudiblePart[], pace: Pace): void {
    this.silence(audible.map(({ video }) => video));
    for (const { part, video, at, level } of audible) {
      if (!video) continue;
      const { narration, own, under, fade } = part.sound;
      const speaks = narration?.spoken.some(({ start, end }) => at >= start && at < end) ?? false;
      const gain = (narration ? under * (speaks ? DUCKED : 1) : own) * fade(at) * level;
      const isBeginning = (this.#levels.get(video) ?? 0) === 0;
      const isFading = !narration || level < 1;
      this.#level(video, gain, isBeginning ? EDGE : isFading ? FOLLOW : speaks ? DUCK : RETURN);
    }
    this.#voices.follow(audible, pace);
  }

  /** Mutes all videos except these. */
  silence(but: (HTMLVideoElement | null)[] = []): void {
    for (const video of this.#gains.keys()) {
      if (!but.some((other) => other === video)) this.#level(video, 0, EDGE);
    }
  }

  /** Sets the music and the fades for a second of the film. */
  accompany(film: { at: number; length: number }, pace: Pace): void {
    const ends = this.#endFades ? endFadeGain(film.at, film.length) : 1;
    if (this.#context) this.#ends?.gain.setTargetAtTime(ends, this.#context.currentTime, FOLLOW);
    this.#music.follow(film, pace);
  }

  /** Stops all audio. A later `open` reuses the elements, which a browser connects only once. */
  close(): void {
    this.quiet();
    this.#voices.close();
    this.#music.close();
    void this.#context?.suspend();
  }

  #level(video: HTMLMediaElement, level: number, within: number): void {
    if (this.#levels.get(video) === level) return;
    this.#levels.set(video, level);
    const gain = this.#gains.get(video)?.gain;
    if (gain && this.#context) gain.setTargetAtTime(level, this.#context.currentTime, within);
  }
}
