import type { z } from 'zod';
import type { wordConfirmSchema } from '#contract/sections.ts';
import { AppError } from '#core/lib/errors.ts';
import type { SectionChanges } from '#core/repositories/projects/section-states.ts';
import { findWords } from '#core/repositories/projects/section-words.ts';
import { findAllSections } from '#core/repositories/projects/sections.ts';
import { isWithheld } from '#text/transcript/withheld-words.ts';
import { type EditParts, quoted, refuseDeleted, editSection } from '../sections/edit.ts';
import { recordChanges } from '#core/repositories/projects/section-edits.ts';
import type { Caller, SectionId } from '../caller.ts';

/**
 * Confirms a withheld word in all sections of the project that have it, as one edit. It then has full
 * confidence. Deleted sections are included.
 * @returns the number of sections with the word, without deleted ones
 * @throws AppError `not_found`; `unprocessable` if the section has no such withheld word, which changes
 * nothing
 */
export async function confirmWord(
  backend: EditParts,
  caller: Caller,
  ids: SectionId,
  { start, text }: z.output<typeof wordConfirmSchema>,
): Promise<{ sections: number }> {
  const startMs = Math.round(start * 1000);
  return editSection(backend, caller, ids, async (trx, section) => {
    refuseDeleted(section);
    const { projectId } = section;
    const rows = (await findAllSections(trx, projectId)).filter(
      (row) => row.videoId !== null && row.videoId === section.videoId && row.withholdsWords,
    );
    const words = await findWords(
      trx,
      rows.map(({ id }) => id),
    );
    const isMeant = (word: { text: string; startMs: number; confidence: number }): boolean =>
      word.startMs === startMs && word.text === text && isWithheld(word);
    const saying = rows.filter(({ id }) => words.get(id)!.some(isMeant));
    if (!saying.some(({ id }) => id === section.id)) {
      throw new AppError('unprocessable', `${quoted(text)} no longer needs to be confirmed.`);
    }
    const changes: SectionChanges = Object.fromEntries(
      saying.map(({ id }) => [
        id,
        { words: words.get(id)!.map((word) => (isMeant(word) ? { ...word, confidence: 1 } : word)) },
      ]),
    );
    const label = `Confirm ${quoted(text)}`;
    await recordChanges(trx, projectId, { kind: 'confirm-word', label }, changes, {
      replacesWords: saying.map(({ id }) => id),
    });
    return { sections: saying.filter((row) => row.deletedAt === null).length };
  });
}
