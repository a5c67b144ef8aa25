import type { z } from 'zod';
import type { speakerRenameSchema } from '#contract/sections.ts';
import { AppError } from '#core/lib/errors.ts';
import type { SectionChanges } from '#core/repositories/projects/section-states.ts';
import { recordChanges } from '#core/repositories/projects/section-edits.ts';
import { findWords } from '#core/repositories/projects/section-words.ts';
import { findAllSections } from '#core/repositories/projects/sections.ts';
import type { Caller, SectionId } from '../caller.ts';
import { editSection, type EditParts, quoted, refuseDeleted } from '../sections/edit.ts';

/**
 * Renames a speaker of a video, in all of its sections of the project, as one edit. Deleted sections are
 * included. The name of another speaker merges both.
 * @returns the number of sections that have the name now, without deleted ones
 * @throws AppError `not_found`; `unprocessable` if no speaker in the section's video has this name, which
 * changes nothing
 */
export async function renameSpeaker(
  backend: EditParts,
  caller: Caller,
  ids: SectionId,
  { speaker, name }: z.output<typeof speakerRenameSchema>,
): Promise<{ sections: number }> {
  return editSection(backend, caller, ids, async (trx, section) => {
    refuseDeleted(section);
    const { projectId } = section;
    const rows = (await findAllSections(trx, projectId)).filter(
      (row) => row.videoId !== null && row.videoId === section.videoId && row.tellsSpeakers,
    );
    const words = await findWords(
      trx,
      rows.map(({ id }) => id),
    );
    const saying = rows.filter(({ id }) => words.get(id)!.some((word) => word.speaker === speaker));
    const visible = saying.filter((row) => row.deletedAt === null);
    if (visible.length === 0) {
      throw new AppError('unprocessable', `This video no longer has a speaker called ${quoted(speaker)}.`);
    }
    const changes: SectionChanges = Object.fromEntries(
      saying.map(({ id }) => {
        const renamed = words
          .get(id)!
          .map((word) => (word.speaker === speaker ? { ...word, speaker: name } : word));
        return [id, { words: renamed }];
      }),
    );
    const label = `Rename ${quoted(speaker)} to ${quoted(name)}`;
    await recordChanges(trx, projectId, { kind: 'rename-speaker', label }, changes, {
      replacesWords: saying.map(({ id }) => id),
    });
    return { sections: visible.length };
  });
}
