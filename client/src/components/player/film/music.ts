import { DUCKING, loopCrossfadeMs } from '#film/sound/music-sound.ts';
import { createLevel } from './level.ts';
import { openAudio, recordingOf } from './voices.ts';

/** The music under a film, with times in seconds. */
export interface FilmMusic {
  url: string;
  /** The gain; 1 plays the file's own loudness. */
  level: number;
  /** The position in its file at which the music starts, and its duration. */
  start: number;
  duration: number;
  /** The duration of the fade-out at the film's end. */
  fadeOut: number;
  ducked: boolean;
}

/** The time constant with which the level follows the film's end and edits, in seconds. */
const FOLLOW = 0.02;
/** Music that is this far from its target position is moved, in seconds. */
const APART = 0.15;
/** The number of samples of the film's own audio that are analysed. */
const SAMPLE_COUNT = 2048;

/** Returns the music's position in its file and its level at a second of the film. */
export function musicMoment(
  { start, duration, level, fadeOut }: FilmMusic,
  { at, length }: { at: number; length: number },
): { second: number; level: number } {
  const own = duration - start;
  const turn = own - loopCrossfadeMs(own * 1000) / 1000;
  const remaining = Math.max(0, length - at);
  return {
    second: start + (own < length ? at % turn : at),
    level: fadeOut > 0 && remaining < fadeOut ? (level * remaining) / fadeOut : level,
  };
}

/** Returns the gain of the music, 0 to 1, while the film's own audio has this level in dBFS. */
export function duckedTo(ownDb: number): number {
  const { thresholdDb, ratio, depth } = DUCKING;
  const fall = Math.max(0, ownDb - thresholdDb) * (1 - 1 / ratio);
  return 1 - depth + depth * 10 ** (-fall / 20);
}

/** Plays the music under a film, and lowers it while the film's own audio is audible. */
export class MusicSound {
  readonly #audio = openAudio();
  #music: FilmMusic | null = null;
  #context: AudioContext | null = null;
  #level: GainNode | null = null;
  #duck: GainNode | null = null;
  #own: AnalyserNode | null = null;
  readonly #samples = new Float32Array(SAMPLE_COUNT);

  /** @param own all other audio of the film */
  connect(context: AudioContext, own: AudioNode, output: AudioNode): void {
    if (this.#context) return;
    this.#context = context;
    this.#own = context.createAnalyser();
    this.#own.fftSize = SAMPLE_COUNT;
    this.#level = createLevel(context);
    this.#duck = context.createGain();
    own.connect(this.#own);
    const source = context.createMediaElementSource(this.#audio);
    source.connect(this.#level).connect(this.#duck).connect(output);
  }

  set(music: FilmMusic | null): void {
    this.#music = music;
    const recording = music && recordingOf(music.url);
    if (recording === (this.#audio.dataset['recording'] ?? null)) return;
    this.quiet();
    if (music && recording !== null) {
      this.#audio.dataset['recording'] = recording;
      this.#audio.preload = 'auto';
      this.#audio.src = music.url;
    } else this.#forget();
  }

  /** @param speed how fast the film is watched; `flows` is `false` while its video waits */
  follow(film: { at: number; length: number }, { speed, flows }: { speed: number; flows: boolean }): void {
    const music = this.#music;
    const [context, gain, duck] = [this.#context, this.#level, this.#duck];
    if (!music || !context || !gain || !duck) return;
    const { second, level } = musicMoment(music, film);
    gain.gain.setTargetAtTime(level, context.currentTime, FOLLOW);
    const targetGain = music.ducked ? duckedTo(this.#ownLevel()) : 1;
    const within = targetGain < duck.gain.value ? DUCKING.attackMs : DUCKING.releaseMs;
    // After three time constants the level is nearly reached.
    duck.gain.setTargetAtTime(targetGain, context.currentTime, within / 3000);
    const audio = this.#audio;
    if (!flows) return audio.pause();
    audio.playbackRate = speed;
    if (!audio.seeking && Math.abs(audio.currentTime - second) > APART) audio.currentTime = second;
    // If the music fails, the film still plays. The film's own step reports the failure.
    if (audio.paused) audio.play().catch(() => undefined);
  }

  quiet(): void {
    this.#audio.pause();
  }

  close(): void {
    this.quiet();
    this.#forget();
  }

  #forget(): void {
    this.#audio.removeAttribute('src');
    delete this.#audio.dataset['recording'];
  }

  /** The level, in dBFS. */
  #ownLevel(): number {
    this.#own?.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / SAMPLE_COUNT;
    return 10 * Math.log10(power + 1e-12);
  }
}
