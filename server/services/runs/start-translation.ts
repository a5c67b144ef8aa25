import { translationInputSchema } from '#contract/jobs/translation.ts';
import { type Language, LANGUAGES } from '#contract/primitives.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import { findActiveRun } from '#core/repositories/runs/runs.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { startRun } from '#core/runs/start-run.ts';
import { readEngineNames } from '../section-views/made-narrations.ts';
import type { Caller, ProjectId } from '../caller.ts';
import { ownProject } from '../ownership.ts';
import { budgetOf } from '../section-views/section-sound.ts';
import { readTranscriptMatches } from '../section-views/transcript-matches.ts';
import { titlesToTranslate } from '../section-views/localized.ts';
import { shownText } from '../section-views/section-text.ts';
import { readRun } from './own-runs.ts';

/**
 * Starts translating every text of a project that is not in a language yet, for free. While the same run is
 * active, returns that run.
 * @throws AppError `not_found`; `conflict` if there is nothing to translate, or another language is being
 * translated; `unprocessable` if no engine here translates these texts
 */
export async function startTranslation(
  backend: Backend,
  caller: Caller,
  { projectId }: ProjectId,
  { language }: { language: Language },
): Promise<Run> {
  const { userId } = caller;
  const { translates } = await readEngineNames(backend);
  const { runId } = await startRun(backend, 'translation', { userId }, async (trx, begin) => {
    await ownProject(trx, projectId, userId, true);
    const active = await findActiveRun(trx, projectId, 'translation');
    if (active) {
      const under = translationInputSchema.parse(active.input).language;
      if (under === language) return { runId: active.id };
      throw new AppError(
        'conflict',
        `The texts are being translated to ${languageName(under)}. Wait for it or cancel it first.`,
      );
    }
    const rows = await findSections(trx, projectId);
    const matches = await readTranscriptMatches(trx, rows, language);
    const texts = rows.flatMap((row) => {
      const { remainingText = null } = matches.get(row.id) ?? {};
      const { spoken: text, source, language: from } = shownText(row, language, remainingText);
      return source === 'untranslated' ? [{ row, text, from }] : [];
    });
    const titles = titlesToTranslate(rows, language, translates);
    if (texts.length + titles.length === 0) {
      throw new AppError('conflict', `Every text of this project is already in ${languageName(language)}.`);
    }
    const sections = texts.flatMap(({ row, text, from }) => {
      const method = translates(from, language);
      if (!method) return [];
      return [{ sectionId: row.id, text, translateFrom: from, ...budgetOf(row, method, language) }];
    });
    if (sections.length + titles.length === 0) {
      throw new AppError(
        'unprocessable',
        `These texts can’t be translated to ${languageName(language)}. Install the models of that language, or set up LibreTranslate or a chat server.`,
      );
    }
    return { runId: await begin({ projectId, input: { language, sections, titles }, language }) };
  });
  return readRun(backend, caller, { runId });
}

const languageName = (code: string) => LANGUAGES.find((language) => language.code === code)!.name;
