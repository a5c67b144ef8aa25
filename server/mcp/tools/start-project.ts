import { z } from 'zod';
import { processRequestSchema } from '#contract/projects.ts';
import { startProcessing } from '../../services/runs/start-processing.ts';
import { stillsOfVideos } from '../stills.ts';
import { defineTool, urlOf } from '../tool.ts';

const { videoIds, projectTitle, words } = processRequestSchema.shape;

export const startProject = defineTool({
  name: 'start_project',
  title: 'Start a project',
  description:
    'Creates a project of videos from find_videos and starts finding its sections, for one credit of the account. Poll read_status until the processing has completed, then read_film.',
  scope: 'generate',
  rate: 'costly',
  input: z.object({
    videoIds: videoIds.describe('IDs of find_videos, in the order of the film.'),
    title: projectTitle,
    words: words.describe('What the film is about, to compare the sections with.'),
    idempotencyKey: z
      .string()
      .min(8)
      .max(100)
      .optional()
      .describe('A text of your own for this intention: a repeated call with it starts nothing again.'),
  }),
  async run(context, { videoIds: ids, title, words: about, idempotencyKey }) {
    const { backend, caller } = context;
    const request = processRequestSchema.parse({ videoIds: ids, projectTitle: title, words: about });
    const keyed = { userId: caller.userId, keyId: caller.keyId!, idempotencyKey };
    const started = await startProcessing(backend, keyed, request);
    const url = urlOf(context, `/?project=${started.projectId}&stage=edit`);
    return { facts: { ...started, url }, stills: await stillsOfVideos(context, ids) };
  },
});
