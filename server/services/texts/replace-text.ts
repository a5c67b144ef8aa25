import type { z } from 'zod';
import { findInText, replaceInText } from '#text/find/find-text.ts';
import {
  FOUND_IN,
  FOUND_IN_LIMIT,
  type FoundIn,
  type TextReplace,
  type textReplacedSchema,
} from '#contract/find-text.ts';
import type { Language } from '#contract/primitives.ts';
import { AppError } from '#core/lib/errors.ts';
import type { SectionChange, SectionChanges } from '#core/repositories/projects/section-states.ts';
import { recordChanges } from '#core/repositories/projects/section-edits.ts';
import { findSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { readTranscriptMatches } from '../section-views/transcript-matches.ts';
import { inLanguage, isLocalized, writtenIn } from '../section-views/localized.ts';
import { shownText, writtenText } from '../section-views/section-text.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { editProject, type EditParts, quoted } from '../sections/edit.ts';

/**
 * Replaces matches in the titles, and in the texts of a language, as one edit; all of them or none.
 * @throws AppError `not_found`; `sections_changed` if the only match to replace no longer exists;
 * `unprocessable` if a title or a text would become too long, or a title empty
 */
export async function replaceText(
  backend: EditParts,
  caller: Caller,
  { projectId }: ProjectId,
  { language, ...request }: TextReplace & { language: Language },
): Promise<z.infer<typeof textReplacedSchema>> {
  return editProject(backend, caller, { projectId }, async (trx) => {
    const { only, replacement, find } = request;
    const rows = await findSections(trx, projectId);
    const matches = await readTranscriptMatches(trx, rows, language);
    let replaced = 0;
    const changes: SectionChanges = {};
    for (const row of rows) {
      const displayed = shownText(row, language, matches.get(row.id)?.remainingText ?? null);
      // A text that is not translated yet does not count as a text of the language.
      const text = displayed.source === 'untranslated' ? '' : displayed.text;
      const { title } = inLanguage(row, language);
      const change: SectionChange = {};
      for (const field of FOUND_IN) {
        const before = field === 'title' ? title : text;
        const places = placesIn(row, field, before, request);
        if (places.length === 0) continue;
        const after = replaceInText(before, places, replacement).trim();
        refuseUnfit(row, field, after);
        replaced += places.length;
        if (field === 'title') Object.assign(change, retitled(row, language, after));
        else change.texts = { [language]: writtenText(row, language, after) };
      }
      if (Object.keys(change).length > 0) changes[row.id] = change;
    }
    if (only && replaced === 0) {
      throw new AppError('sections_changed', 'This text has changed in the meantime. Please check it again.');
    }
    const label = `Replace ${quoted(find)} with ${quoted(replacement)}`;
    await recordChanges(trx, projectId, { kind: 'replace-text', label }, changes);
    return { replaced, sections: Object.keys(changes).length };
  });
}

/** A title that is the same in all languages stays so. */
const retitled = (row: SectionRow, language: Language, title: string) =>
  isLocalized(row, 'title', language) ? writtenIn(row, language, { title }) : { title };

function placesIn(row: SectionRow, field: FoundIn, text: string, { only, ...search }: TextReplace) {
  if (!only) return findInText(text, search);
  if (only.sectionId !== row.id || only.in !== field) return [];
  return findInText(text, search).filter(({ from }) => from === only.at);
}

function refuseUnfit(row: SectionRow, field: FoundIn, text: string): void {
  const most = FOUND_IN_LIMIT[field];
  if (text.length > most) {
    throw new AppError(
      'unprocessable',
      `The ${field} of ${quoted(row.title)} would have more than ${most} characters. Nothing was replaced.`,
    );
  }
  if (field === 'title' && text === '') {
    throw new AppError('unprocessable', `${quoted(row.title)} would have no title. Nothing was replaced.`);
  }
}
