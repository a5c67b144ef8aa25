import { type FilmMusic, MusicSound } from './music.ts';
import { recordingOf } from './recording.ts';
import type { FilmPart } from './timeline.ts';

/** How fast a sound fades in and out at a join, and how it ducks under a voice and returns, in seconds. */
const FADE = 0.004;
const DUCK = 0.015;
const RETURN = 0.15;
/** The original sound while a voice speaks over it: 12 dB less again. */
const DUCKED = 10 ** (-12 / 20);
/** A narration this far from its place is moved, in seconds. */
const APART = 0.15;

interface Moment {
  /** The part's video, where it has one. */
  video: HTMLVideoElement | null;
  /** In seconds of the part. */
  at: number;
  /** How fast the film is watched. */
  speed: number;
  /** False while the picture waits. */
  flows: boolean;
}

/** Mixes the sounds of a film: its videos', each at its level, the narrations over them, and the music under both. */
export class FilmSound {
  #context: AudioContext | null = null;
  #master: GainNode | null = null;
  /** All but the music. */
  #own: GainNode | null = null;
  readonly #music = new MusicSound();
  readonly #gains = new Map<HTMLMediaElement, GainNode>();
  readonly #levels = new Map<HTMLMediaElement, number>();
  readonly #voices: readonly HTMLMediaElement[] = [new Audio(), new Audio()];
  #voice: HTMLMediaElement | null = null;
  #muted = false;

  /** Before the first play, since a browser allows no sound without a press. */
  open(videos: HTMLVideoElement[]): void {
    this.#context ??= new AudioContext({ latencyHint: 'interactive' });
    const context = this.#context;
    if (!this.#master) {
      this.#master = context.createGain();
      this.#master.gain.value = this.#muted ? 0 : 1;
      this.#master.connect(context.destination);
    }
    if (!this.#own) {
      this.#own = context.createGain();
      this.#own.connect(this.#master);
      this.#music.connect(context, this.#own, this.#master);
    }
    for (const element of [...videos, ...this.#voices]) {
      if (this.#gains.has(element)) continue;
      const gain = context.createGain();
      gain.gain.value = this.#voices.includes(element) ? 1 : 0;
      context.createMediaElementSource(element).connect(gain).connect(this.#own);
      this.#gains.set(element, gain);
    }
    void context.resume();
  }

  setMuted(muted: boolean): void {
    this.#muted = muted;
    if (this.#master) this.#master.gain.value = muted ? 0 : 1;
  }

  silence(video: HTMLVideoElement): void {
    this.#level(video, 0, FADE);
  }

  setMusic(music: FilmMusic | null): void {
    this.#music.set(music);
  }

  /** Stops narration and music. */
  quiet(): void {
    this.#music.quiet();
    this.#voices.forEach((voice) => voice.pause());
    this.#voice = null;
  }

  /** Loads the narration of the part that follows. */
  prepare({ sound }: FilmPart): void {
    if (sound.narration) this.#holding(sound.narration.url);
  }

  follow({ sound }: FilmPart, { video, at, speed, flows }: Moment): void {
    const { narration, own, under } = sound;
    const speaks = narration?.spoken.some(({ start, end }) => at >= start && at < end) ?? false;
    if (video) {
      const level = (narration ? under * (speaks ? DUCKED : 1) : own) * sound.fade(at);
      const before = this.#levels.get(video) ?? 0;
      this.#level(video, level, before === 0 || !narration ? FADE : speaks ? DUCK : RETURN);
    }
    const voice = narration ? this.#holding(narration.url) : null;
    if (this.#voice && this.#voice !== voice) this.#voice.pause();
    this.#voice = voice;
    if (!voice || !narration) return;
    const wanted = (at - narration.lead) * narration.tempo;
    const isOn = flows && wanted >= 0 && !(wanted >= voice.duration);
    if (!isOn) return voice.pause();
    voice.playbackRate = narration.tempo * speed;
    if (!voice.seeking && Math.abs(voice.currentTime - wanted) > APART) voice.currentTime = wanted;
    // Its failure leaves the picture playing; the film's own step would report it.
    if (voice.paused) voice.play().catch(() => undefined);
  }

  /** The music at a second of the film. */
  accompany(film: { at: number; length: number }, how: Pick<Moment, 'speed' | 'flows'>): void {
    this.#music.follow(film, how);
  }

  /** Stops; a later `open` goes on with the same elements, which a browser connects only once. */
  close(): void {
    this.quiet();
    for (const voice of this.#voices) {
      voice.removeAttribute('src');
      delete voice.dataset['recording'];
    }
    this.#music.close();
    void this.#context?.suspend();
  }

  #level(video: HTMLVideoElement, level: number, within: number): void {
    if (this.#levels.get(video) === level) return;
    this.#levels.set(video, level);
    const gain = this.#gains.get(video)?.gain;
    if (gain && this.#context) gain.setTargetAtTime(level, this.#context.currentTime, within);
  }

  /** The voice with a recording; loads it into the one that does not speak. */
  #holding(url: string): HTMLMediaElement {
    const recording = recordingOf(url);
    const known = this.#voices.find((voice) => voice.dataset['recording'] === recording);
    if (known) return known;
    const free = this.#voices.find((voice) => voice !== this.#voice) ?? this.#voices[0]!;
    free.dataset['recording'] = recording;
    free.preload = 'auto';
    free.src = url;
    return free;
  }
}
