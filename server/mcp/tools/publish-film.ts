import { z } from 'zod';
import { publishRequestSchema } from '#contract/channel.ts';
import type { Language } from '#contract/primitives.ts';
import { filmStill } from '../../services/media/section-still.ts';
import { findFilm } from '../../services/projects/find-film.ts';
import { publishFilm as publish } from '../../services/runs/publish-film.ts';
import { shareFilm } from '../../services/watch/share-terms.ts';
import { projectInput } from '../project-input.ts';
import { collectStills } from '../stills.ts';
import { defineTool, requireScope, type Still, type ToolContext, urlOf } from '../tool.ts';

const { title, description, privacy } = publishRequestSchema.shape;

export const publishFilm = defineTool({
  name: 'publish_film',
  title: 'Publish the film',
  description:
    "Creates the public link of a film, or sends the film to the creator's own YouTube channel, which needs a key that may generate. Ask the creator before you publish.",
  scope: 'edit',
  rate: 'costly',
  isOpen: true,
  input: z.object({
    ...projectInput,
    to: z.enum(['link', 'channel']),
    title,
    description,
    privacy,
  }),
  async run(context, { projectId, language, to, ...texts }) {
    const { backend, caller } = context;
    if (to === 'link') {
      const { watchUrl, url, expiresAt } = await shareFilm(backend, caller, { projectId }, { language });
      const facts = { link: urlOf(context, watchUrl), file: urlOf(context, url), expiresAt };
      return { facts, stills: await frameOf(context, { projectId, language }) };
    }
    requireScope(context, 'generate');
    const request = publishRequestSchema.parse({ ...texts, language });
    const keyed = { userId: caller.userId, idempotencyKey: undefined };
    const run = await publish(backend, keyed, { projectId }, request);
    const facts = { runId: run.id, status: run.status, stage: run.stage };
    return { facts, stills: await frameOf(context, { projectId, language }) };
  },
});

async function frameOf(
  { backend, caller }: ToolContext,
  { projectId, language }: { projectId: string; language: Language },
): Promise<Still[]> {
  const film = await findFilm(backend.db, { projectId }, { language });
  if (!film) return [];
  const atMs = Math.floor(film.result.durationMs / 3);
  return collectStills([{ label: 'The published film', make: () => filmStill(backend, film, atMs, caller) }]);
}
