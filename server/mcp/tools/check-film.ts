import { z } from 'zod';
import type { Finding } from '#contract/film-check.ts';
import { findFilm } from '../../services/projects/find-film.ts';
import { readFilmCheck } from '../../services/runs/check-film.ts';
import { filmStill } from '../../services/media/section-still.ts';
import { projectInput } from '../project-input.ts';
import { collectStills } from '../stills.ts';
import { defineTool } from '../tool.ts';

const MAX_FINDINGS = 100;

export const checkFilm = defineTool({
  name: 'check_film',
  title: 'Check the film',
  description:
    'Returns what the check of the newest film found: black or frozen video, silence, audio out of sync, clipped words, unreadable captions, with frames. Every generated film is checked automatically.',
  scope: 'read',
  isReading: true,
  input: z.object(projectInput),
  async run({ backend, caller }, { projectId, language }) {
    const { run, result } = await readFilmCheck(backend, caller, { projectId }, { language });
    const film = await findFilm(backend.db, { projectId }, { language });
    const findings = result?.findings ?? [];
    return {
      facts: {
        state: stateOf({ isMade: film !== undefined, status: run?.status }),
        findings: findings.slice(0, MAX_FINDINGS).map(viewFinding),
        more: (result?.more ?? 0) + Math.max(0, findings.length - MAX_FINDINGS),
        chapters: film?.result.sections.map(({ sectionId, title, startMs }) => ({
          sectionId,
          title,
          filmSeconds: startMs / 1000,
        })),
      },
      stills: film
        ? await collectStills(
            findings.map(({ kind, startMs, endMs }) => {
              const atMs = Math.floor((startMs + endMs) / 2);
              const label = `${kind} at ${(atMs / 1000).toFixed(1)} s`;
              return { label, make: () => filmStill(backend, film, atMs, caller) };
            }),
          )
        : [],
    };
  },
});

function stateOf({ isMade, status }: { isMade: boolean; status: string | undefined }): string {
  if (!isMade) return 'There is no film in this language yet.';
  if (status === undefined) return 'This film was not checked.';
  return status === 'completed' ? 'checked' : status;
}

const viewFinding = ({ startMs, endMs, ...finding }: Finding) => ({
  ...finding,
  startSeconds: startMs / 1000,
  endSeconds: endMs / 1000,
});
