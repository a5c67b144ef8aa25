import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/index.ts';
import { SUBTITLES_BODY_BYTES } from '#contract/sections.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { findRun } from '#core/repositories/runs/runs.ts';
import { findSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { handle } from '../handle.ts';
import { compareSections } from '../services/comparison/compare-sections.ts';
import { startHearing } from '../services/runs/start-hearing.ts';
import { startTranslation } from '../services/runs/start-translation.ts';
import { ownProject, ownSection } from '../services/ownership.ts';
import { viewSections } from '../services/section-views/section-view.ts';
import { viewWords } from '../services/section-views/section-words.ts';
import {
  cutSections,
  deleteSections,
  reorderSections,
  setTransitions,
  resetSection,
  resetSections,
  setDeleted,
} from '../services/sections/arrange.ts';
import { readClips } from '../services/sections/clips.ts';
import { createSection } from '../services/sections/create.ts';
import { copySections } from '../services/copies/copy-sections.ts';
import { duplicateSection } from '../services/copies/duplicate-section.ts';
import { importSubtitles } from '../services/sections/import-subtitles.ts';
import { confirmWord } from '../services/texts/confirm-word.ts';
import { renameSpeaker } from '../services/texts/rename-speaker.ts';
import { listDeletedSections } from '../services/sections/deleted.ts';
import { splitSection } from '../services/sections/split.ts';
import { undoOrRedo } from '../services/sections/undo.ts';
import { updateSection } from '../services/sections/update.ts';
import { replaceText } from '../services/texts/replace-text.ts';

/** Sections of a project, one at a time and all together. */
export async function sectionRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const { db } = backend;

  const viewOne = async (row: SectionRow, language: Language) =>
    (await viewSections(backend, [row], language))[0]!;
  const viewAll = async (projectId: string, language: Language) =>
    viewSections(backend, await findSections(db, projectId), language);

  handle(app, calls.readClips, async ({ params, query, userId }) => {
    await ownProject(db, params.id, userId);
    const { language, force_refresh: fromAnalysis } = query;
    return readClips(backend, params.id, { language, fromAnalysis });
  });

  handle(app, calls.createSection, async ({ params, query, body, userId, idempotencyKey, reply }) => {
    const options = { userId, projectId: params.id, language: query.language, idempotencyKey };
    const { row, repeated } = await createSection(backend, options, body);
    reply.code(repeated ? 200 : 201);
    return viewOne(row, query.language);
  });

  handle(app, calls.translateTexts, async ({ params, query, userId }) => {
    const runId = await startTranslation(backend, userId, params.id, query.language);
    return (await findRun(db, runId, userId))!.run;
  });

  handle(app, calls.listDeletedSections, async ({ params, userId }) => {
    await ownProject(db, params.id, userId);
    return listDeletedSections(db, params.id);
  });

  handle(app, calls.compareSections, async ({ params, userId }) =>
    compareSections(db, await ownProject(db, params.id, userId)),
  );

  handle(app, calls.setTransitions, async ({ params, body, userId }) => {
    await setTransitions(backend, { userId, projectId: params.id }, body);
  });

  handle(app, calls.reorderSections, async ({ params, body, userId }) => {
    await reorderSections(backend, { userId, projectId: params.id }, body.sectionIds);
  });

  handle(app, calls.deleteSections, async ({ params, body, userId }) => {
    await deleteSections(backend, { userId, projectId: params.id }, body.sectionIds);
  });

  handle(app, calls.cutSections, async ({ params, body, userId }) => {
    await cutSections(backend, { userId, projectId: params.id }, body.sections);
  });

  handle(app, calls.replaceText, async ({ params, query, body, userId }) => {
    const done = await replaceText(backend, { userId, projectId: params.id, ...query }, body);
    return done;
  });

  handle(app, calls.resetSections, async ({ params, query, userId }) => {
    await resetSections(backend, { userId, projectId: params.id });
    return viewAll(params.id, query.language);
  });

  for (const [call, way] of [
    [calls.undoEdit, 'undo'],
    [calls.redoEdit, 'redo'],
  ] as const) {
    handle(app, call, async ({ params, userId }) => {
      const result = await undoOrRedo(backend, { userId, projectId: params.id }, way);
      return result;
    });
  }

  // A separate call, since a section may have thousands of words.
  handle(app, calls.readWords, async ({ params, query, userId, reply }) => {
    const row = await ownSection(db, params.id, userId);
    reply.header('cache-control', query.key ? 'private, max-age=300' : 'private, no-cache');
    return viewWords(db, row);
  });

  handle(app, calls.updateSection, async ({ params, query: { language }, body, userId }) => {
    const row = await updateSection(backend, { userId, sectionId: params.id, language }, body);
    return viewOne(row, language);
  });

  handle(
    app,
    calls.importSubtitles,
    async ({ params, body, userId }) => {
      const { projectId, ...result } = await importSubtitles(backend, { userId, sectionId: params.id }, body);
      return result;
    },
    { bodyLimit: SUBTITLES_BODY_BYTES },
  );

  handle(app, calls.renameSpeaker, async ({ params, body, userId }) => {
    const { projectId, sections } = await renameSpeaker(backend, { userId, sectionId: params.id }, body);
    return { sections };
  });

  handle(app, calls.confirmWord, async ({ params, body, userId }) => {
    const { projectId, sections } = await confirmWord(backend, { userId, sectionId: params.id }, body);
    return { sections };
  });

  handle(app, calls.hearAgain, async ({ params, body, userId }) => {
    const runId = await startHearing(backend, { userId, sectionId: params.id }, body.spoken);
    return (await findRun(db, runId, userId))!.run;
  });

  handle(app, calls.deleteSection, async ({ params, userId }) => {
    const row = await setDeleted(backend, { userId, sectionId: params.id }, true);
  });

  handle(app, calls.restoreSection, async ({ params, query, userId }) => {
    const row = await setDeleted(backend, { userId, sectionId: params.id }, false);
    return viewOne(row, query.language);
  });

  handle(app, calls.splitSection, async ({ params, query, body, userId }) => {
    const own = { userId, sectionId: params.id };
    const row = await splitSection(backend, own, Math.round(body.at * 1000));
    return viewAll(row.project_id, query.language);
  });

  handle(app, calls.copySections, async ({ params, body, userId, idempotencyKey }) => {
    const result = await copySections(backend, { userId, projectId: params.id, idempotencyKey }, body);
    return result;
  });

  handle(app, calls.duplicateSection, async ({ params, query, userId }) => {
    const row = await duplicateSection(backend, { userId, sectionId: params.id });
    return viewAll(row.project_id, query.language);
  });

  handle(app, calls.resetSection, async ({ params, query, userId }) => {
    const row = await resetSection(backend, { userId, sectionId: params.id });
    return viewAll(row.project_id, query.language);
  });
}
