import { privacySchema } from '#contract/channel.ts';
import { filmChoicesSchema } from '#contract/film-choices.ts';
import { type Language, languageCodeSchema } from '#contract/primitives.ts';
import {
  type Film as FilmView,
  LISTED_CLIPS,
  type Project,
  type ProjectSummary,
} from '#contract/projects.ts';
import { isMaking, type RunKind } from '#contract/run-kinds.ts';
import type { Run } from '#contract/runs.ts';
import type { Backend } from '#core/backend.ts';
import type { MediaSnapshot } from '#contract/jobs/generation.ts';
import type { Film } from '#core/repositories/projects/films.ts';
import { groupBy } from '#core/repositories/group-by.ts';
import { findListedFilms, summariseSections } from '#core/repositories/projects/project-list.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { findNewestRuns } from '#core/repositories/runs/runs.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import type { ProjectParts } from '#core/repositories/views/project-parts.ts';
import { FILM_LINK_TTL, type FileSigner } from '#core/storage/signing.ts';
import { noticesAbout } from '#text/messages/notices.ts';
import { scanUrl } from '../section-views/section-preview.ts';
import { showSections } from '../section-views/section-view.ts';
import { POSTER_FILE } from '../media/film-poster.ts';
import { viewMusic } from '../films/set-music.ts';
import { shareLinks } from '../films/share.ts';

const seconds = (ms: number) => ms / 1000;

type FilmFile = 'film.mp4' | 'film.vtt' | 'film.srt';

/** Returns the signed link of a film or its subtitles, named after its project. */
export function filmLink(
  signer: FileSigner,
  project: Pick<ProjectRow, 'id' | 'linksVersion' | 'title'>,
  film: Pick<Film, 'artifactKey'>,
  file: FilmFile = 'film.mp4',
): string {
  const name = `${project.title}${file.slice('film'.length)}`;
  return signer.sign(project, { artifactKey: film.artifactKey, file, name }, FILM_LINK_TTL);
}

/** Returns the signed link of a film's chosen poster; `null` without one. */
export function posterLink(
  signer: FileSigner,
  project: Pick<ProjectRow, 'id' | 'linksVersion'>,
  { posterKey }: Pick<Film, 'posterKey'>,
): string | null {
  if (posterKey === null) return null;
  const file = { artifactKey: posterKey, file: POSTER_FILE, name: POSTER_FILE };
  return signer.sign(project, file, FILM_LINK_TTL);
}

/** Whether a run is active, or its film is about to start. */
const isUnderWay = ({ status, film }: Run): boolean =>
  status === 'queued' || status === 'running' || (status === 'completed' && film === 'planned');

/**
 * Returns a project's status in the list (product.md 2.123). A preparation or publishing never makes it
 * failed.
 */
export function statusOf(runs: Run[], hasFilm: boolean): Project['status'] {
  const making = runs.filter(isMaking);
  if (making.some(isUnderWay)) return 'processing';
  if (hasFilm) return 'completed';
  const last = making.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return last?.status === 'failed' ? 'failed' : 'draft';
}

/** Returns an identifier of the source of a section's video or image; `null` for a title card. */
function sourceOf(row: SectionRow): string | null {
  if (row.objectKind === 'image') return row.fetchKey ?? row.objectId;
  return row.objectKind === 'video' ? (row.objectVideoId ?? row.objectId) : row.videoId;
}

/** Returns the same for a section of a film. */
function sourceInFilm(media: MediaSnapshot): string | null {
  if (media.kind === 'card') return null;
  return media.kind === 'image' ? media.fetchKey : media.videoId;
}

const countDistinct = (sources: (string | null)[]) =>
  new Set(sources.filter((source) => source !== null)).size;

/** `films` are all films of the project, newest first; `media` belongs to this film. */
function filmView(
  signer: FileSigner,
  project: ProjectRow,
  film: Film,
  { films, media }: { films: Film[]; media: MediaSnapshot[] },
): FilmView {
  const { result } = film;
  return {
    language: film.language,
    quality: film.quality,
    aspect: film.aspect,
    framing: film.framing,
    burnedSubtitles: film.burnedSubtitles,
    ...film.captionLook,
    credits: film.credits,
    endFades: film.endFades,
    gender: result.gender,
    speaker: result.speaker,
    subtitles:
      result.subtitles === 0
        ? null
        : {
            vtt: filmLink(signer, project, film, 'film.vtt'),
            srt: filmLink(signer, project, film, 'film.srt'),
          },
    duration: seconds(result.durationMs),
    bytes: result.bytes,
    width: result.width,
    height: result.height,
    createdAt: film.createdAt.toISOString(),
    edited: project.editedAt > film.snapshotAt,
    finalVideoLink: filmLink(signer, project, film),
    poster: posterLink(signer, project, film),
    chapters: result.sections.map((s) => ({
      title: s.title,
      start: seconds(s.startMs),
      sectionId: s.sectionId,
    })),
    sourceCount: countDistinct(media.map(sourceInFilm)),
    ...shareLinks(project, films, film),
  };
}

/** The kinds of runs in `preparations`. */
const PREPARES: ReadonlySet<RunKind> = new Set(['preparation', 'previewing']);

/** Returns the response of GET /api/projects/{id}: everything the page needs, in one language. */
export async function viewProject(
  backend: Pick<Backend, 'db' | 'redis' | 'config'>,
  signer: FileSigner,
  parts: ProjectParts,
  language: Language,
): Promise<Project> {
  const { project, films, newestRuns: runs } = parts;
  const sections = await showSections(backend, parts, language);
  const newest = (kind: RunKind) => runs.find((run) => run.kind === kind) ?? null;
  return {
    id: project.id,
    title: project.title,
    description: project.description,
    status: statusOf(runs, films.length > 0),
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
    thumbnail: sections.find((section) => section.preview)?.preview?.thumbnailUrl ?? null,
    finalVideoLink: films[0] ? filmLink(signer, project, films[0]) : null,
    films: films.map((film) =>
      filmView(signer, project, film, { films, media: parts.filmMedia.get(film.runId) ?? [] }),
    ),
    sections,
    sourceCount: countDistinct(parts.sections.map(sourceOf)),
    music: viewMusic(signer, project),
    filmChoices: filmChoicesSchema.parse(project.filmChoices),
    notices: noticesAbout(project.notices as string[], new Set(sections.map(({ video }) => video.title))),
    draft: project.draft as Project['draft'],
    failedVideos: parts.failedVideos,
    history: parts.history,
    proposals: parts.proposals,
    processing: newest('processing'),
    generation: newest('generation'),
    publishing: newest('publishing'),
    translation: newest('translation'),
    hearing: newest('hearing'),
    publications: parts.published.map((row) => ({
      runId: row.runId,
      language: languageCodeSchema.parse(row.language),
      title: row.title,
      privacy: privacySchema.parse(row.privacy),
      url: backend.config.channel.watchUrl + row.youtubeId,
      publishedAt: row.publishedAt.toISOString(),
      publishAt: row.publishAt?.toISOString() ?? null,
      isNewest: films.some((film) => film.artifactKey === row.artifactKey),
    })),
    preparations: parts.activeRuns.filter((run) => PREPARES.has(run.kind) && run.projectId === project.id),
  };
}

/** Returns the cards of My Videos. */
export async function viewProjectList(
  { db }: Pick<Backend, 'db'>,
  signer: FileSigner,
  projects: ProjectRow[],
): Promise<ProjectSummary[]> {
  const ids = projects.map((project) => project.id);
  if (ids.length === 0) return [];
  const [films, runs, sections] = await Promise.all([
    findListedFilms(db, ids),
    findNewestRuns(db, ids),
    summariseSections(db, ids, { clips: LISTED_CLIPS }),
  ]);
  const runsOf = groupBy(runs, (run) => run.projectId ?? '');
  return projects.map((project) => {
    const ownFilms = films.get(project.id) ?? [];
    const film = ownFilms[0];
    const own = sections.get(project.id)!;
    const ownRuns = runsOf.get(project.id) ?? [];
    // The active run, otherwise the newest: a failed one can be retried.
    const making = ownRuns.filter(isMaking).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const run = making.find(({ finishedAt }) => finishedAt === null) ?? making[0];
    return {
      id: project.id,
      title: project.title,
      description: project.description,
      status: statusOf(ownRuns, film !== undefined),
      createdAt: project.createdAt.toISOString(),
      updatedAt: project.updatedAt.toISOString(),
      thumbnail:
        (film && posterLink(signer, project, film)) ??
        (own.scanKey ? scanUrl(own.scanKey, 'thumbnail.jpg') : null),
      finalVideoLink: film ? filmLink(signer, project, film) : null,
      duration: seconds(film ? film.durationMs : own.durationMs),
      sectionCount: own.count,
      clips: own.clips.map(({ title, startMs, endMs }) => ({
        title,
        startTime: seconds(startMs),
        endTime: seconds(endMs),
      })),
      run: run ?? null,
      films: ownFilms.map((film) => ({
        language: film.language,
        ...shareLinks(project, ownFilms, film),
      })),
    };
  });
}
