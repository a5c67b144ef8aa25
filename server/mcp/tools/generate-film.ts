import { z } from 'zod';
import { generateRequestSchema } from '#contract/generation.ts';
import { aspectSchema, qualitySchema } from '#contract/primitives.ts';
import { findSections } from '#core/repositories/projects/sections.ts';
import { readChoices } from '../../services/films/choose-for-film.ts';
import { startGeneration } from '../../services/runs/start-generation.ts';
import { ownProject } from '../../services/ownership.ts';
import { projectInput } from '../project-input.ts';
import { stillsOfSections } from '../stills.ts';
import { defineTool } from '../tool.ts';

export const generateFilm = defineTool({
  name: 'generate_film',
  title: 'Generate the film',
  description:
    'Starts rendering the film of a project as it is now, with the options of its creator, for free. Proposals that were not accepted are not in it. Poll read_status until the film exists, then check_film.',
  scope: 'generate',
  rate: 'costly',
  input: z.object({
    ...projectInput,
    quality: qualitySchema.optional(),
    aspect: aspectSchema.optional(),
    idempotencyKey: z.string().min(8).max(100).optional(),
  }),
  async run(context, { projectId, language, quality, aspect, idempotencyKey }) {
    const { backend, caller } = context;
    const { db } = backend;
    await ownProject(db, projectId, caller.userId);
    const {
      gender,
      speaker,
      style: _,
      ...options
    } = await readChoices(db, caller, { projectId }, { language });
    const rows = await findSections(db, projectId);
    const request = generateRequestSchema.parse({
      ...options,
      ...(quality && { quality }),
      ...(aspect && { aspect }),
      language,
      ...(rows.length > 0 && {
        videos: rows.map(({ id }) => ({ clipid: id, voice_id: speaker ?? '', gender })),
      }),
    });
    const started = await startGeneration(
      backend,
      { userId: caller.userId, idempotencyKey },
      { projectId },
      request,
    );
    const { quality: made, aspect: shape, burnSubtitles } = request;
    return {
      facts: { ...started, sections: rows.length, quality: made, aspect: shape, burnSubtitles },
      stills: await stillsOfSections(
        context,
        projectId,
        rows.map(({ id, title }, index) => ({ sectionId: id, label: `Section ${index + 1}: ${title}` })),
      ),
    };
  },
});
