import { createVoiceLevel } from './level.ts';
import type { FilmPart } from './timeline/timeline.ts';

/** A narration that is this far from its target position is moved, in seconds. */
const APART = 0.15;
/** The time constant with which its level follows, in seconds. */
const FOLLOW = 0.012;

interface Speaking {
  part: FilmPart;
  /** The position, in seconds of the part. */
  at: number;
  /** The gain of the part, 0 to 1. */
  level: number;
}

/** Plays the narrations of a film. During a crossfade two play concurrently, while a third is loaded. */
export class Voices {
  readonly #elements: readonly HTMLMediaElement[] = [openAudio(), openAudio(), openAudio()];
  readonly #levels: GainNode[] = [];
  #speaking: HTMLMediaElement[] = [];

  connect(context: AudioContext, output: AudioNode): void {
    if (this.#levels.length > 0) return;
    for (const element of this.#elements) {
      const level = createVoiceLevel(context);
      context.createMediaElementSource(element).connect(level).connect(output);
      this.#levels.push(level);
    }
  }

  /** Loads the narration of a part that follows. */
  prepare(part: FilmPart): void {
    this.#voiceOf(part, this.#speaking);
  }

  /** @param speed how fast the film is watched; `flows` is `false` while its video waits */
  follow(audible: Speaking[], { speed, flows }: { speed: number; flows: boolean }): void {
    const speaking: HTMLMediaElement[] = [];
    for (const { part, at, level } of audible) {
      const { narration } = part.sound;
      const voice = this.#voiceOf(part, speaking);
      if (!voice || !narration) continue;
      speaking.push(voice);
      const gain = this.#levels[this.#elements.indexOf(voice)];
      gain?.gain.setTargetAtTime(level, gain.context.currentTime, FOLLOW);
      const target = (at - narration.lead) * narration.tempo;
      const isOn = flows && target >= 0 && !(target >= voice.duration);
      if (!isOn) {
        voice.pause();
        continue;
      }
      voice.playbackRate = narration.tempo * speed;
      if (!voice.seeking && Math.abs(voice.currentTime - target) > APART) voice.currentTime = target;
      // If the narration fails, the video still plays. The film's own step would report the failure.
      if (voice.paused) voice.play().catch(() => undefined);
    }
    for (const voice of this.#speaking) if (!speaking.includes(voice)) voice.pause();
    this.#speaking = speaking;
  }

  quiet(): void {
    this.#elements.forEach((voice) => voice.pause());
    this.#speaking = [];
  }

  close(): void {
    this.quiet();
    for (const voice of this.#elements) {
      voice.removeAttribute('src');
      delete voice.dataset['recording'];
    }
  }

  /**
   * Returns the voice with a part's recording. Of two voices with the same recording, it is the one that
   * already speaks for this part. Otherwise the recording is loaded into an idle voice.
   */
  #voiceOf({ id, sound: { narration } }: FilmPart, used: HTMLMediaElement[]): HTMLMediaElement | undefined {
    if (!narration) return undefined;
    const recording = recordingOf(narration.url);
    const free = this.#elements.filter((voice) => !used.includes(voice));
    const sameRecording = free.filter((voice) => voice.dataset['recording'] === recording);
    const match = sameRecording.find((voice) => voice.dataset['part'] === id) ?? sameRecording[0];
    const voice = match ?? free.find((element) => !this.#speaking.includes(element)) ?? free[0];
    if (!voice) return undefined;
    voice.dataset['part'] = id;
    if (match) return match;
    voice.dataset['recording'] = recording;
    voice.preload = 'auto';
    voice.src = narration.url;
    return voice;
  }
}

/** Identifies the recording behind a signed link. Each API response has new links to the same recordings. */
export const recordingOf = (url: string): string => new URL(url, location.href).searchParams.get('k') ?? url;

/**
 * Creates a player of recordings whose audio the page processes. A store of another origin must then permit
 * it.
 */
export const openAudio = (): HTMLAudioElement => Object.assign(new Audio(), { crossOrigin: 'anonymous' });
