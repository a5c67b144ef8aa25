import { z } from 'zod';
import type { Run } from '#contract/runs.ts';
import { findFilm } from '../../services/projects/find-film.ts';
import { readProject } from '../../services/projects/manage-projects.ts';
import { filmStill } from '../../services/media/section-still.ts';
import { collectStills } from '../stills.ts';
import { projectInput } from '../project-input.ts';
import { defineTool, urlOf } from '../tool.ts';

/** Where frames of a film are taken, as shares of its length. */
const SHARES = [0.1, 0.35, 0.6, 0.85];

export const readStatus = defineTool({
  name: 'read_status',
  title: 'Read the status',
  description:
    "Returns the progress of a project's runs, and its film: length, link, whether it is older than the last edit, and frames of it. Poll it every few seconds while a run is active.",
  scope: 'read',
  isReading: true,
  input: z.object(projectInput),
  async run(context, { projectId, language }) {
    const { backend, caller } = context;
    const project = await readProject(backend, caller, { projectId }, { language });
    const summary = project.films.find((film) => film.language === language);
    const film = await findFilm(backend.db, { projectId }, { language });
    const stills = film
      ? await collectStills(
          SHARES.map((share) => {
            const atMs = Math.floor(film.result.durationMs * share);
            const label = `The film at ${(atMs / 1000).toFixed(1)} s`;
            return { label, make: () => filmStill(backend, film, atMs, caller) };
          }),
        )
      : [];
    return {
      facts: {
        title: project.title,
        status: project.status,
        runs: [project.processing, project.generation, project.publishing].flatMap(viewRun),
        film: summary
          ? {
              seconds: summary.duration,
              quality: summary.quality,
              aspect: summary.aspect,
              createdAt: summary.createdAt,
              isOutdated: summary.edited,
              link: urlOf(context, summary.finalVideoLink),
              shareLink: summary.watchUrl && urlOf(context, summary.watchUrl),
            }
          : null,
        publications: project.publications.map(({ title, url, language: of }) => ({
          title,
          url,
          language: of,
        })),
        notices: project.notices,
        pendingProposals: project.proposals,
        url: urlOf(context, `/?project=${projectId}&stage=edit`),
      },
      stills,
    };
  },
});

function viewRun(run: Run | null) {
  if (!run) return [];
  const { id, kind, status, percentage, stage, message, estimate, finishedAt } = run;
  return [{ runId: id, kind, status, percentage, stage, message, secondsLeft: estimate, finishedAt }];
}
