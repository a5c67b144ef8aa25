import type { Tool } from '../tool.ts';
import { checkFilm } from './check-film.ts';
import { findMoments } from './find-moments.ts';
import { findVideos } from './find-videos.ts';
import { generateFilm } from './generate-film.ts';
import { listProjects } from './list-projects.ts';
import { proposeEdit } from './propose-edit.ts';
import { publishFilm } from './publish-film.ts';
import { readFilm } from './read-film.ts';
import { readStatus } from './read-status.ts';
import { startProject } from './start-project.ts';

/** The tools of an agent, in the order in which a film is made. */
export const TOOLS: readonly Tool[] = [
  listProjects,
  findVideos,
  findMoments,
  startProject,
  readStatus,
  readFilm,
  proposeEdit,
  checkFilm,
  generateFilm,
  publishFilm,
];
