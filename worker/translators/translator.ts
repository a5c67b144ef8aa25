import type { Language } from '#contract/primitives.ts';
import type { TimeBudget } from '#contract/excerpt.ts';

export interface TranslateInput {
  texts: readonly string[];
  /** A two-letter code. A source may have a language that films do not support. */
  from: string;
  to: Language;
  /** The length limit of each translation, in the order of the texts. */
  budgets?: readonly (TimeBudget | undefined)[] | undefined;
  signal?: AbortSignal | undefined;
  /** Receives the completed part, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Translates texts. Every implementation passes tests/contract/engines/translators.test.ts. */
export interface Translator {
  readonly id: string;
  /** Changes whenever the same text may get another translation. Part of artifact keys. */
  readonly version: string;
  readonly languages: readonly Language[];
  /** The pairs of languages that it translates, such as "en-hi"; `null` for all pairs. */
  readonly directions: readonly string[] | null;
  /** Whether its translations respect the time limits in `budgets`. Others ignore them. */
  readonly heedsBudgets: boolean;
  /** Returns a sentence about what is missing, or `null` if the translator can be used. */
  unavailable(): Promise<string | null>;
  /**
   * @returns one translation for each text, in order, trimmed, with the text's line breaks; an empty text
   * stays empty, and nothing is sent if there is nothing to translate
   * @throws the signal's reason if aborted; EngineUnavailableError; EngineFailedError
   */
  translate(input: TranslateInput): Promise<string[]>;
}
