import { useMemo } from 'react';
import type { Part } from '#contract/cuts.ts';
import type { Section, SectionWords, Word } from '#contract/sections.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import { cutPauses, cutWords } from '../section/cut-words.ts';
import { shownWords } from '../section/drafts.ts';
import { turnsOf, unsureWords, writtenWords, type WrittenWord } from '../section/written-words.ts';

/** The words of a transcript, and what is known about them, by their indexes. */
interface TranscriptWords {
  words: Word[];
  /** Each word as the section's text has it. */
  written: WrittenWord[];
  /** The words that are cut out of the film. */
  cut: Set<number>;
  /** The pauses that are cut before a word, or after the last one. */
  pauses: Map<number, Part[]>;
  /** The uncertain words that are not cut. */
  unsure: Map<number, TextPlace | null>;
  /** The speakers, by the words with which their turns begin. */
  turns: Map<number, string>;
}

/** Returns the transcript words of a section with its unsaved changes. */
export function useTranscriptWords(section: Section, known: SectionWords): TranscriptWords {
  const words = useMemo(() => shownWords(section, known), [section, known]);
  const turns = useMemo(() => turnsOf(words), [words]);
  const ofSection = useMemo(() => {
    const cut = cutWords(section, words);
    return {
      written: writtenWords(section, words),
      cut,
      pauses: cutPauses(section, words),
      unsure: new Map([...unsureWords(section, words)].filter(([index]) => !cut.has(index))),
    };
  }, [section, words]);
  return { words, turns, ...ofSection };
}
