import type { z } from 'zod';
import type { ProjectSummary, userVideosQuerySchema } from '#contract/projects.ts';
import type { Backend } from '#core/backend.ts';
import { listProjects as findProjects } from '#core/repositories/projects/projects.ts';
import type { LinkedCaller } from '../caller.ts';
import { viewProjectList } from './project-view.ts';

/** The maximum number of rows of a list. */
const MAX_ROWS = 1000;
/** Sorts like a reader: ignoring case and accents, 'Part 2' before 'Part 10'. */
const byTitle = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Returns a user's projects as cards, searched, filtered and sorted. */
export async function listProjects(
  backend: Backend,
  { userId, signer }: LinkedCaller,
  { search, sort, filter }: z.output<typeof userVideosQuerySchema>,
): Promise<ProjectSummary[]> {
  const projects = await findProjects(backend.db, userId, { search, limit: MAX_ROWS });
  const cards = await viewProjectList(backend, signer, projects);
  const visible = filter === 'all' ? cards : cards.filter((card) => card.status === filter);
  if (sort === 'oldest') return visible.toReversed();
  if (sort === 'title') return visible.toSorted((a, b) => byTitle.compare(a.title, b.title));
  if (sort === 'duration') return visible.toSorted((a, b) => b.duration - a.duration);
  return visible;
}
