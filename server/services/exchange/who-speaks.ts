import { sinceStart } from '#contract/section-length.ts';
import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import type { Said } from '#core/subtitles/cues.ts';
import { heardIn } from '../section-views/section-sound.ts';
import { forEachWords } from '../section-views/section-words.ts';
import { cleanLine, cleanText } from './clean.ts';
import type { Turn } from './formats/timeline.ts';

/**
 * By section id, the captions of the sections of which it is known who speaks in them, with their speakers. A narration
 * and a text that is not what is said have none.
 */
export async function readSpeakers(
  db: Executor,
  { sections, language }: { sections: readonly SectionSnapshot[]; language: Language },
  rows: Map<string, SectionRow>,
): Promise<Map<string, Said[]>> {
  const shown = new Map(sections.map((section) => [section.sectionId, section]));
  const telling = [...rows.values()].filter((row) => row.object_id === null && row.tells_speakers);
  const said = new Map<string, Said[]>();
  await forEachWords(db, telling, (row, words) => {
    const section = shown.get(row.id);
    if (!section || section.narration || heardIn(row, words, language).said === 'other') return;
    said.set(row.id, withSpeakers(section, words));
  });
  return said;
}

/** Each of a section's captioned words is said by who speaks in its middle. */
function withSpeakers(section: SectionSnapshot, heard: readonly TranscriptWord[]): Said[] {
  const turns = heard.map(({ startMs, speaker }) => ({ fromMs: sinceStart(section, startMs), speaker }));
  return section.words.map((word) => {
    const middle = (word.startMs + word.endMs) / 2;
    const speaker = turns.findLast(({ fromMs }) => fromMs <= middle)?.speaker;
    return { ...word, ...(speaker !== undefined && { speaker: cleanLine(speaker) }) };
  });
}

/** Words by who says them, one turn after another; none where nobody is known. */
export function turnsOf(said: readonly Said[]): Turn[] {
  const turns: { speaker: string | null; words: string[] }[] = [];
  for (const { text, speaker = null } of said) {
    const last = turns.at(-1);
    if (last?.speaker === speaker) last.words.push(text);
    else turns.push({ speaker, words: [text] });
  }
  if (turns.every(({ speaker }) => speaker === null)) return [];
  return turns.map(({ speaker, words }) => ({ speaker, text: cleanText(words.join(' ')) }));
}
