import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/index.ts';
import { SUBTITLES_BODY_BYTES } from '#contract/sections.ts';
import type { Language } from '#contract/primitives.ts';
import type { Backend } from '#core/backend.ts';
import { findSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { handle } from '../handle.ts';
import { compareSections } from '../services/comparison/compare-sections.ts';
import { startHearing } from '../services/runs/start-hearing.ts';
import { startTranslation } from '../services/runs/start-translation.ts';
import type { ProjectId } from '../services/caller.ts';
import { viewSections } from '../services/section-views/section-view.ts';
import { readWords } from '../services/section-views/section-words.ts';
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
  const viewOne = async (row: SectionRow, language: Language) =>
    (await viewSections(backend, [row], language))[0]!;
  const viewAll = async ({ projectId }: ProjectId, language: Language) =>
    viewSections(backend, await findSections(backend.db, projectId), language);

  handle(app, calls.readClips, ({ params, query, userId }) =>
    readClips(backend, { userId }, { projectId: params.id }, query),
  );

  handle(app, calls.createSection, async ({ params, query, body, userId, idempotencyKey, reply }) => {
    const caller = { userId, idempotencyKey };
    const ids = { projectId: params.id };
    const { row, repeated } = await createSection(backend, caller, ids, { ...query, ...body });
    reply.code(repeated ? 200 : 201);
    return viewOne(row, query.language);
  });

  handle(app, calls.translateTexts, ({ params, query, userId }) =>
    startTranslation(backend, { userId }, { projectId: params.id }, query),
  );

  handle(app, calls.listDeletedSections, ({ params, userId }) =>
    listDeletedSections(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.compareSections, ({ params, userId }) =>
    compareSections(backend, { userId }, { projectId: params.id }),
  );

  handle(app, calls.setTransitions, ({ params, body, userId }) =>
    setTransitions(backend, { userId }, { projectId: params.id }, body),
  );

  handle(app, calls.reorderSections, ({ params, body, userId }) =>
    reorderSections(backend, { userId }, { projectId: params.id }, body),
  );

  handle(app, calls.deleteSections, ({ params, body, userId }) =>
    deleteSections(backend, { userId }, { projectId: params.id }, body),
  );

  handle(app, calls.cutSections, ({ params, body, userId }) =>
    cutSections(backend, { userId }, { projectId: params.id }, body),
  );

  handle(app, calls.replaceText, ({ params, query, body, userId }) =>
    replaceText(backend, { userId }, { projectId: params.id }, { ...query, ...body }),
  );

  handle(app, calls.resetSections, async ({ params, query, userId }) => {
    await resetSections(backend, { userId }, { projectId: params.id });
    return viewAll({ projectId: params.id }, query.language);
  });

  for (const [call, way] of [
    [calls.undoEdit, 'undo'],
    [calls.redoEdit, 'redo'],
  ] as const) {
    handle(app, call, ({ params, userId }) =>
      undoOrRedo(backend, { userId }, { projectId: params.id }, { way }),
    );
  }

  // A separate call, since a section may have thousands of words.
  handle(app, calls.readWords, async ({ params, query, userId, reply }) => {
    const words = await readWords(backend, { userId }, { sectionId: params.id });
    reply.header('cache-control', query.key ? 'private, max-age=300' : 'private, no-cache');
    return words;
  });

  handle(app, calls.updateSection, async ({ params, query: { language }, body: patch, userId }) => {
    const row = await updateSection(backend, { userId }, { sectionId: params.id }, { language, patch });
    return viewOne(row, language);
  });

  handle(
    app,
    calls.importSubtitles,
    ({ params, body, userId }) => importSubtitles(backend, { userId }, { sectionId: params.id }, body),
    { bodyLimit: SUBTITLES_BODY_BYTES },
  );

  handle(app, calls.renameSpeaker, ({ params, body, userId }) =>
    renameSpeaker(backend, { userId }, { sectionId: params.id }, body),
  );

  handle(app, calls.confirmWord, ({ params, body, userId }) =>
    confirmWord(backend, { userId }, { sectionId: params.id }, body),
  );

  handle(app, calls.hearAgain, ({ params, body, userId }) =>
    startHearing(backend, { userId }, { sectionId: params.id }, body),
  );

  handle(app, calls.deleteSection, async ({ params, userId }) => {
    await setDeleted(backend, { userId }, { sectionId: params.id }, { deleted: true });
  });

  handle(app, calls.restoreSection, async ({ params, query, userId }) => {
    const row = await setDeleted(backend, { userId }, { sectionId: params.id }, { deleted: false });
    return viewOne(row, query.language);
  });

  handle(app, calls.splitSection, async ({ params, query, body, userId }) =>
    viewAll(await splitSection(backend, { userId }, { sectionId: params.id }, body), query.language),
  );

  handle(app, calls.copySections, ({ params, body, userId, idempotencyKey }) =>
    copySections(backend, { userId, idempotencyKey }, { projectId: params.id }, body),
  );

  handle(app, calls.duplicateSection, async ({ params, query, userId }) =>
    viewAll(await duplicateSection(backend, { userId }, { sectionId: params.id }), query.language),
  );

  handle(app, calls.resetSection, async ({ params, query, userId }) =>
    viewAll(await resetSection(backend, { userId }, { sectionId: params.id }), query.language),
  );
}
