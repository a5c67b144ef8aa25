import type { EditHistory } from '#contract/section-edits.ts';
import type { MediaSnapshot } from '#contract/jobs/generation.ts';
import type { ProposalSummary } from '#contract/proposals.ts';
import type { Run } from '#contract/runs.ts';
import type { Executor } from '../../db/database.ts';
import { readTogether, type Versioned } from '../../db/read-together.ts';
import { type Artifact, byKey, selectArtifacts } from '../media/artifacts.ts';
import { selectProxied } from '../media/proxies.ts';
import type { VideoRow } from '../media/videos.ts';
import { type Film, selectFilmMedia, selectFilms, toFilm, toFilmMedia } from '../projects/films.ts';
import { type ProjectRow, selectOwnProject } from '../projects/projects.ts';
import { type PublishedRow, selectPublished } from '../projects/publications.ts';
import { selectHistory } from '../projects/section-edits.ts';
import { type SectionRow, selectSectionsOf } from '../projects/sections.ts';
import { type FailedVideo, selectFailedVideos } from '../runs/failed-videos.ts';
import { selectPending } from '../versions/proposals.ts';
import { selectActiveRuns, selectNewestRuns, toRun } from '../runs/runs.ts';

/** All rows that a project's page shows, read at one moment. */
export interface ProjectParts {
  project: ProjectRow;
  sections: SectionRow[];
  /** The videos and scans of the sections, by their ids and keys. */
  videos: Map<string, VideoRow>;
  scans: Map<string, Artifact>;
  /** The keys of the scans whose proxy was made later. */
  proxied: ReadonlySet<string>;
  /** Newest first. */
  films: Film[];
  /** The media of each film's sections, by the run that made the film. */
  filmMedia: Map<string, MediaSnapshot[]>;
  /** The newest run of each kind. */
  newestRuns: Run[];
  /** The active runs of the project's user, oldest first. */
  activeRuns: Run[];
  history: EditHistory;
  /** The proposals that wait for a decision, newest first. */
  proposals: ProposalSummary[];
  failedVideos: FailedVideo[];
  published: PublishedRow[];
}

const readParts = readTogether((db, projectId: string, userId: string) => {
  const visible = db.selectFrom('sections').where('projectId', '=', projectId).where('deletedAt', 'is', null);
  const madeFilms = db.selectFrom('films').select('runId').where('projectId', '=', projectId);
  return {
    projects: selectOwnProject(db, projectId, userId),
    sections: selectSectionsOf(db, projectId),
    videos: db.selectFrom('videos').selectAll().where('id', 'in', visible.select('videoId')),
    scans: selectArtifacts(db).where('key', 'in', visible.select('scanKey')),
    proxied: selectProxied(visible.select('scanKey')),
    films: selectFilms(db, [projectId]),
    filmMedia: selectFilmMedia(db).where('id', 'in', madeFilms),
    newestRuns: selectNewestRuns([projectId]),
    activeRuns: selectActiveRuns(userId),
    history: selectHistory(db, projectId),
    proposals: selectPending(db, projectId),
    failedVideos: selectFailedVideos(projectId),
    published: selectPublished(db, projectId),
  };
});

/**
 * Returns a user's project with all rows that its page shows; `undefined` if it does not exist or is deleted.
 */
export async function findProjectParts(
  db: Executor,
  projectId: string,
  userId: string,
): Promise<ProjectParts | undefined> {
  return (await findChangedParts(db, null, projectId, userId))!.parts;
}

/** Returns the same with its version; `undefined` if the version is still `knownVersion`. */
export async function findChangedParts(
  db: Executor,
  knownVersion: string | null,
  projectId: string,
  userId: string,
): Promise<Versioned<ProjectParts | undefined> | undefined> {
  const read = await readParts(db, knownVersion, projectId, userId);
  return read && { version: read.version, parts: toProjectParts(read.parts) };
}

function toProjectParts(
  parts: NonNullable<Awaited<ReturnType<typeof readParts>>>['parts'],
): ProjectParts | undefined {
  const [project] = parts.projects;
  return (
    project && {
      project,
      sections: parts.sections,
      videos: new Map(parts.videos.map((row) => [row.id, row])),
      scans: byKey(parts.scans),
      proxied: new Set(parts.proxied.map(({ scanKey }) => scanKey)),
      films: parts.films.map(toFilm),
      filmMedia: toFilmMedia(parts.filmMedia),
      newestRuns: parts.newestRuns.map(toRun),
      activeRuns: parts.activeRuns.map(toRun),
      history: parts.history[0]!,
      proposals: parts.proposals,
      failedVideos: parts.failedVideos,
      published: parts.published,
    }
  );
}
