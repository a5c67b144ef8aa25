import { EngineUnavailableError } from '../engines/run-engine.ts';
import type { Voice } from './voice.ts';

/** Several voices as one: the first that speaks a text's language and reads its letters speaks it. */
export function together(voices: readonly Voice[]): Voice {
  const join = (parts: string[]) => parts.join('+');
  return {
    id: join(voices.map(({ id }) => id)),
    version: join(voices.map(({ version }) => version)),
    languages: [...new Set(voices.flatMap(({ languages }) => languages))],
    async unavailable() {
      const problems = await Promise.all(voices.map((voice) => voice.unavailable()));
      return problems.find((problem) => problem !== null) ?? null;
    },
    async speak(input) {
      const { language, text } = input;
      const voice = voices.find(
        ({ languages, reads }) => languages.includes(language) && (reads?.(text) ?? true),
      );
      if (!voice)
        throw new EngineUnavailableError(`No voice on this machine can read this text (${language}).`);
      return voice.speak(input);
    },
  };
}
