import type { Language } from '#contract/primitives.ts';
import type { TimeBudget } from '#contract/section-length.ts';

export interface TranslateInput {
  texts: readonly string[];
  /** Two-letter code; a source may have a language in which no films are made. */
  from: string;
  to: Language;
  /** Of each text, in order, how long its translation may be. */
  budgets?: readonly (TimeBudget | undefined)[] | undefined;
  signal?: AbortSignal | undefined;
  /** The part done, 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/** Translates texts. Every implementation passes tests/contract/engines/translators.test.ts. */
export interface Translator {
  readonly id: string;
  /** Changes whenever the same text may get another translation: it is part of artifact keys. */
  readonly version: string;
  readonly languages: readonly Language[];
  /** From which language into which, such as "en-hi"; null: from any into any. */
  readonly directions: readonly string[] | null;
  /** Whether it makes a translation that can be said in the time of `budgets`; others ignore them. */
  readonly heedsBudgets: boolean;
  /** A sentence about what is missing, or null when the translator can be used. */
  unavailable(): Promise<string | null>;
  /**
   * @returns one translation for each text, in order, trimmed, with the text's line breaks; an empty text stays empty,
   * and nothing is sent when there is nothing to translate
   * @throws the signal's reason when aborted; EngineUnavailableError; EngineFailedError.
   */
  translate(input: TranslateInput): Promise<string[]>;
}
