import { sinceStart } from '#film/time/section-length.ts';
import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import type { SpokenWord } from '#film/captions/cues.ts';
import { compareTranscript } from '../section-views/section-sound.ts';
import { forEachWords } from '../section-views/section-words.ts';
import { cleanLine, cleanText } from './clean.ts';
import type { Turn } from './formats/timeline.ts';

/**
 * Returns captions with speakers per section ID, for sections with known speakers. Narrations, and texts that
 * differ from the transcript, have no speakers.
 */
export async function readSpeakers(
  db: Executor,
  { sections, language }: { sections: readonly SectionSnapshot[]; language: Language },
  rows: Map<string, SectionRow>,
): Promise<Map<string, SpokenWord[]>> {
  const byId = new Map(sections.map((section) => [section.sectionId, section]));
  const multiSpeaker = [...rows.values()].filter((row) => row.objectId === null && row.tellsSpeakers);
  const wordsById = new Map<string, SpokenWord[]>();
  await forEachWords(db, multiSpeaker, (row, words) => {
    const section = byId.get(row.id);
    if (!section || section.narration || compareTranscript(row, words, language).speech === 'other') return;
    wordsById.set(row.id, withSpeakers(section, words));
  });
  return wordsById;
}

/** Assigns each captioned word of a section to the person who is speaking in its middle. */
function withSpeakers(section: SectionSnapshot, recognized: readonly TranscriptWord[]): SpokenWord[] {
  const turns = recognized.map(({ startMs, speaker }) => ({ fromMs: sinceStart(section, startMs), speaker }));
  return section.words.map((word) => {
    const middle = (word.startMs + word.endMs) / 2;
    const speaker = turns.findLast(({ fromMs }) => fromMs <= middle)?.speaker;
    return { ...word, ...(speaker !== undefined && { speaker: cleanLine(speaker) }) };
  });
}

/** Groups words by speaker, one turn after another; empty if no speaker is known. */
export function turnsOf(words: readonly SpokenWord[]): Turn[] {
  const turns: { speaker: string | null; words: string[] }[] = [];
  for (const { text, speaker = null } of words) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.words.push(text);
    else turns.push({ speaker, words: [text] });
  }
  if (turns.every(({ speaker }) => speaker === null)) return [];
  return turns.map(({ speaker, words }) => ({ speaker, text: cleanText(words.join(' ')) }));
}
