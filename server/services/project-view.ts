import type { z } from 'zod';
import { filmResultSchema } from '#contract/jobs/generation.ts';
import { type Scan, scanMedia, transcriptWordSchema } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';
import type { Film as FilmView, Project, ProjectSummary } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import type { Video } from '#contract/videos.ts';
import type { Executor } from '#node/db/database.ts';
import { planFit } from '#node/film/fit.ts';
import { FILM_FRAME_RATE } from '#node/film/size.ts';
import { findArtifacts } from '#node/repositories/artifacts.ts';
import { type Film, findFilms } from '#node/repositories/films.ts';
import type { ProjectRow } from '#node/repositories/projects.ts';
import { findNewestRuns } from '#node/repositories/runs.ts';
import { findSections, type SectionRow } from '#node/repositories/sections.ts';
import { toVideo } from '#node/repositories/videos.ts';
import { FILM_LINK_TTL, type Signer } from '#node/storage/signing.ts';
import { narrationOf, textOf } from './section-text.ts';

/** How fast a voice reads, in characters a second: for lengths before the narration is made. */
const READING_SPEED = 14;

const seconds = (ms: number) => ms / 1000;

/** The signed link of a film, named after its project. */
export function filmLink(
  signer: Signer,
  project: Pick<ProjectRow, 'title'>,
  film: Pick<Film, 'artifactKey'>,
): string {
  const name = `${project.title}.mp4`;
  return signer.sign({ artifactKey: film.artifactKey, file: 'film.mp4', name }, FILM_LINK_TTL);
}

/** Why a project is listed as it is: DECISIONS' four states. */
export function statusOf(runs: Run[], hasFilm: boolean): Project['status'] {
  if (runs.some((run) => run.status === 'queued' || run.status === 'running')) return 'processing';
  if (hasFilm) return 'completed';
  const last = runs.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
  return last?.status === 'failed' ? 'failed' : 'draft';
}

function filmView(signer: Signer, project: ProjectRow, film: Film): FilmView {
  return {
    language: film.language,
    quality: film.quality,
    duration: seconds(film.result.durationMs),
    bytes: film.result.bytes,
    width: film.result.width,
    height: film.result.height,
    createdAt: film.createdAt.toISOString(),
    edited: project.edited_at > film.snapshotAt,
    finalVideoLink: filmLink(signer, project, film),
    chapters: film.result.sections.map((s) => ({
      title: s.title,
      start: seconds(s.startMs),
      sectionId: s.sectionId,
    })),
  };
}

const wordsSchema = transcriptWordSchema.array();

function scanUrl(scanKey: string, file: string): string {
  return `/media/scans/${scanKey}/${file}`;
}

function previewOf(row: SectionRow, scan: Scan | undefined): Section['preview'] {
  if (!row.scan_key || !scan) return null;
  const { storyboard } = scan;
  return {
    videoUrl: scanUrl(row.scan_key, 'proxy.mp4'),
    thumbnailUrl: scanUrl(row.scan_key, 'thumbnail.jpg'),
    storyboard: storyboard && {
      url: scanUrl(row.scan_key, 'storyboard.jpg'),
      columns: storyboard.columns,
      rows: storyboard.rows,
      intervalSeconds: seconds(storyboard.intervalMs),
    },
    duration: seconds(scan.durationMs),
  };
}

/** A section's length in the film: known from the last film when nothing changed since, else planned. */
function effectiveLength(row: SectionRow, language: Language, film: Film | undefined) {
  const rangeMs = row.end_ms - row.start_ms;
  const narration = narrationOf(row, language);
  if (!narration) {
    const exact = planFit({
      sectionMs: rangeMs,
      narrationMs: null,
      availableAfterMs: 0,
      frameRate: FILM_FRAME_RATE,
    });
    return { effectiveMs: exact.effectiveMs, estimated: false };
  }
  const made = film?.result.sections.find((section) => section.sectionId === row.id);
  if (made && row.updated_at <= film!.snapshotAt) return { effectiveMs: made.effectiveMs, estimated: false };
  const narrationMs = Math.round((narration.text.length / READING_SPEED) * 1000);
  const planned = planFit({
    sectionMs: rangeMs,
    narrationMs,
    availableAfterMs: 0,
    frameRate: FILM_FRAME_RATE,
  });
  return { effectiveMs: planned.effectiveMs, estimated: true };
}

function sectionView(
  row: SectionRow,
  language: Language,
  { film, scan, video }: { film: Film | undefined; scan: Scan | undefined; video: Video },
): Section {
  const { effectiveMs, estimated } = effectiveLength(row, language, film);
  const preview = previewOf(row, scan);
  const words = wordsSchema.parse(row.words);
  return {
    id: row.id,
    clipid: row.id,
    projectId: row.project_id,
    kind: row.kind as Section['kind'],
    position: row.position,
    title: row.title,
    transcription: textOf(row, language),
    videoLink: preview?.videoUrl ?? null,
    videoURL: null,
    videoId: video.id,
    startTime: seconds(row.start_ms),
    endTime: seconds(row.end_ms),
    duration: seconds(row.end_ms - row.start_ms),
    effectiveDuration: seconds(effectiveMs),
    effectiveEstimated: estimated,
    narrated: narrationOf(row, language) !== null,
    path: row.id,
    boundaries: {
      start: row.start_reason as Section['boundaries']['start'],
      end: row.end_reason as Section['boundaries']['end'],
    },
    words: words
      .filter((word) => word.endMs > row.start_ms && word.startMs < row.end_ms)
      .map((w) => ({
        text: w.text,
        start: seconds(w.startMs),
        end: seconds(w.endMs),
        confidence: w.confidence,
      })),
    preview,
    video,
  };
}

async function readVideos(db: Executor, ids: string[]): Promise<Map<string, Video>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('videos').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, toVideo(row)]));
}

async function readScans(
  db: Executor,
  rows: SectionRow[],
): Promise<Map<string, z.infer<typeof scanMedia.result>>> {
  const keys = [...new Set(rows.flatMap((row) => row.scan_key ?? []))];
  const artifacts = await findArtifacts(db, keys);
  return new Map([...artifacts].map(([key, artifact]) => [key, scanMedia.result.parse(artifact.data)]));
}

/** A project's sections as the API shows them, in a language. */
export async function viewSections(
  db: Executor,
  rows: SectionRow[],
  language: Language,
  film: Film | undefined,
): Promise<Section[]> {
  const [videos, scans] = await Promise.all([
    readVideos(db, [...new Set(rows.flatMap((row) => row.video_id ?? []))]),
    readScans(db, rows),
  ]);
  return rows.map((row) =>
    sectionView(row, language, {
      film,
      scan: row.scan_key ? scans.get(row.scan_key) : undefined,
      video: videos.get(row.video_id ?? '') ?? CUSTOM_VIDEO,
    }),
  );
}

/** SPEC's placeholder for a section without a source video. */
const CUSTOM_VIDEO: Video = {
  id: 'custom',
  title: 'Custom Video',
  description: null,
  thumbnail: '/placeholder.svg',
  duration: 0,
  source: 'Upload',
  sourceId: 'custom',
  views: 'Unknown',
  channel: 'Custom',
  createdAt: null,
  userId: null,
};

/** GET /api/projects/{id}: everything the page needs, in one language. */
export async function viewProject(
  db: Executor,
  signer: Signer,
  project: ProjectRow,
  language: Language,
): Promise<Project> {
  const [rows, films, runs] = await Promise.all([
    findSections(db, project.id),
    findFilms(db, [project.id]),
    findNewestRuns(db, [project.id]),
  ]);
  const film = films.find((candidate) => candidate.language === language);
  const sections = await viewSections(db, rows, language, film);
  return {
    id: project.id,
    title: project.title,
    description: project.description,
    status: statusOf(runs, films.length > 0),
    createdAt: project.created_at.toISOString(),
    updatedAt: project.updated_at.toISOString(),
    thumbnail: sections[0]?.preview?.thumbnailUrl ?? null,
    finalVideoLink: films[0] ? filmLink(signer, project, films[0]) : null,
    films: films.map((candidate) => filmView(signer, project, candidate)),
    sections,
    sourceCount: new Set(sections.map((section) => section.videoId)).size,
    notices: project.notices as string[],
    processing: runs.find((run) => run.kind === 'processing') ?? null,
    generation: runs.find((run) => run.kind === 'generation') ?? null,
  };
}

/** The cards of My Videos. */
export async function viewProjectList(
  db: Executor,
  signer: Signer,
  projects: ProjectRow[],
): Promise<ProjectSummary[]> {
  const ids = projects.map((project) => project.id);
  if (ids.length === 0) return [];
  const [films, runs, sections] = await Promise.all([
    findFilms(db, ids),
    findNewestRuns(db, ids),
    db
      .selectFrom('sections')
      .select(['project_id', 'start_ms', 'end_ms', 'scan_key'])
      .where('project_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .execute(),
  ]);
  return projects.map((project) => {
    const film = films.find((candidate) => candidate.projectId === project.id);
    const own = sections.filter((section) => section.project_id === project.id);
    const ownRuns = runs.filter((run) => run.projectId === project.id);
    const active = ownRuns.find((run) => run.finishedAt === null);
    const draftMs = own.reduce((sum, section) => sum + section.end_ms - section.start_ms, 0);
    const still = own.find((section) => section.scan_key)?.scan_key;
    return {
      id: project.id,
      title: project.title,
      description: project.description,
      status: statusOf(ownRuns, film !== undefined),
      createdAt: project.created_at.toISOString(),
      updatedAt: project.updated_at.toISOString(),
      thumbnail: still ? scanUrl(still, 'thumbnail.jpg') : null,
      finalVideoLink: film ? filmLink(signer, project, film) : null,
      duration: seconds(film ? filmResultSchema.parse(film.result).durationMs : draftMs),
      sectionCount: own.length,
      run: active ?? null,
    };
  });
}
