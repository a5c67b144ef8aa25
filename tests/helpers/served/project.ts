import type { Answer } from '#contract/calls/define-call.ts';
import type { readGenerationPlan } from '#contract/calls/index.ts';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { LISTED_CLIPS, type Film, type Project, type ProjectSummary } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { SECTION_DEFAULTS } from '#contract/section-settings.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import type { Video } from '#contract/videos.ts';
import { NOW } from './account.ts';

/** An image of one pixel. */
export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

export function makeVideo(changes: Partial<Video> = {}): Video {
  const sourceId = changes.sourceId ?? crypto.randomUUID();
  return {
    id: `library_${sourceId}`,
    title: 'Video 1',
    description: null,
    thumbnail: PIXEL,
    duration: 30,
    source: 'Library',
    sourceId,
    views: 'Unknown',
    channel: 'Tests',
    license: null,
    createdAt: null,
    userId: null,
    ...changes,
  };
}

/** Returns section number `position` + 1 of 10 s, whose text was transcribed from its video. */
export function makeSection(position: number, changes: Partial<Section> = {}): Section {
  const id = changes.id ?? crypto.randomUUID();
  const startTime = changes.startTime ?? position * 10;
  const endTime = changes.endTime ?? startTime + 10;
  const text = changes.transcription ?? `Text ${position + 1}.`;
  const video = changes.video ?? makeVideo();
  return {
    ...SECTION_DEFAULTS,
    id,
    clipid: id,
    projectId: crypto.randomUUID(),
    kind: 'analysed',
    position,
    title: `Section ${position + 1}`,
    transcription: text,
    videoLink: null,
    videoURL: null,
    videoId: video.id,
    startTime,
    endTime,
    duration: endTime - startTime,
    effectiveDuration: endTime - startTime,
    effectiveEstimated: false,
    narrated: false,
    fit: null,
    voice: 'original',
    voiceReason: 'as_spoken',
    textSource: 'original',
    textLanguage: 'en',
    spoken: { language: 'en', text, kept: null },
    media: 'video',
    changed: false,
    path: id,
    boundaries: { start: position === 0 ? 'start' : 'sentence', end: 'sentence' },
    wordsKey: `words-${id}`,
    saysWords: true,
    tellsSpeakers: false,
    preview: {
      videoUrl: '/media/previews/proxy.mp4',
      thumbnailUrl: PIXEL,
      peaksUrl: null,
      peaksPerSecond: 20,
      storyboard: null,
      duration: 60,
    },
    video,
    ...changes,
  };
}

/** A title card of the creator. */
export const makeCard = (position: number, changes: Partial<Section> = {}): Section =>
  makeSection(position, {
    kind: 'custom',
    title: 'A card',
    transcription: '',
    startTime: 0,
    endTime: 3,
    media: 'none',
    voice: 'silent',
    voiceReason: 'no_text',
    spoken: null,
    wordsKey: null,
    saysWords: false,
    preview: null,
    boundaries: { start: 'start', end: 'end' },
    ...changes,
  });

/** Returns a project with three sections, or with these. */
export function makeProject({ sections, ...changes }: Partial<Project> = {}): Project {
  const id = changes.id ?? crypto.randomUUID();
  const video = makeVideo();
  const allSections =
    sections ?? [0, 1, 2].map((position) => makeSection(position, { video, videoId: video.id }));
  return {
    id,
    title: 'A project',
    description: '',
    status: 'draft',
    createdAt: NOW,
    updatedAt: NOW,
    thumbnail: null,
    finalVideoLink: null,
    films: [],
    sections: allSections.map((section, position) => ({ ...section, projectId: id, position })),
    sourceCount: 1,
    music: null,
    filmChoices: {},
    notices: [],
    draft: null,
    failedVideos: [],
    history: { undo: null, redo: null },
    proposals: [],
    processing: null,
    generation: null,
    publishing: null,
    publications: [],
    translation: null,
    hearing: null,
    preparations: [],
    ...changes,
  };
}

/** Returns the English film of a project, with one chapter per section. */
export function makeFilm({ sections }: Pick<Project, 'sections'>, changes: Partial<Film> = {}): Film {
  const chapters = sections.map(({ id, title }, index) => ({ title, start: index * 10, sectionId: id }));
  return {
    language: 'en',
    quality: '720p',
    duration: sections.length * 10,
    bytes: 1_000_000,
    width: 1280,
    height: 720,
    aspect: '16:9',
    framing: 'fit',
    burnedSubtitles: false,
    ...PLAIN_CAPTIONS,
    credits: 'off',
    endFades: false,
    gender: null,
    speaker: null,
    subtitles: null,
    createdAt: NOW,
    edited: false,
    finalVideoLink: '/media/films/film.mp4',
    poster: null,
    chapters,
    sourceCount: 1,
    shareUrl: null,
    watchUrl: null,
    ...changes,
  };
}

/** Returns the project with its English film, as after a generation. */
export function withFilm(project: Project, changes: Partial<Film> = {}): Project {
  const film = makeFilm(project, changes);
  return { ...project, status: 'completed', films: [film], finalVideoLink: film.finalVideoLink };
}

/** Returns a running run of a project. */
export const makeRun = (kind: Run['kind'], changes: Partial<Run> = {}): Run => ({
  id: crypto.randomUUID(),
  kind,
  projectId: crypto.randomUUID(),
  projectTitle: 'A project',
  language: kind === 'processing' ? null : 'en',
  status: 'running',
  percentage: 0,
  stage: 'Fetching videos',
  message: '',
  errorCode: null,
  retryable: true,
  failedSectionId: null,
  estimate: null,
  steps: { done: 0, total: 4, reused: 0 },
  version: 1,
  createdAt: NOW,
  finishedAt: null,
  ...changes,
});

/** Returns the next snapshot of a run. */
export const nextRun = (run: Run, changes: Partial<Run>): Run => ({
  ...run,
  version: run.version + 1,
  ...changes,
});

/**
 * Returns the transcript words of a section, one per second and half a second long, from the section's first
 * second on. It is silent between and around them.
 */
export function makeWords(section: Section, texts: readonly string[]): SectionWords {
  const words = texts.map((text, index) => {
    const start = section.startTime + 1 + index;
    return { text, start, end: start + 0.5, confidence: 0.9 };
  });
  const edges = [section.startTime, ...words.flatMap(({ start, end }) => [start, end]), section.endTime];
  const inMs = (at: number) => Math.round(edges[at]! * 1000);
  const silences = Array.from({ length: words.length + 1 }, (_, at) => ({
    startMs: inMs(2 * at),
    endMs: inMs(2 * at + 1),
  }));
  return { words, cutWords: [], heard: [], silences };
}

type GenerationPlan = Answer<typeof readGenerationPlan>;

/** The plan of a generation: every section, nothing to translate. */
export const makePlan = (
  { sections }: Pick<Project, 'sections'>,
  changes: Partial<GenerationPlan> = {},
): GenerationPlan => ({
  sections: sections.length,
  toRender: sections.length,
  transitions: 0,
  transitionsToRender: 0,
  untranslated: 0,
  untranslatedTitles: 0,
  readAsWritten: 0,
  ...changes,
});

/** Returns the library's card of a project. */
export function makeSummary(project: Project, changes: Partial<ProjectSummary> = {}): ProjectSummary {
  const { id, title, description, status, createdAt, updatedAt, thumbnail, finalVideoLink, sections } =
    project;
  return {
    id,
    title,
    description,
    status,
    createdAt,
    updatedAt,
    thumbnail,
    finalVideoLink,
    duration: sections.reduce((sum, { effectiveDuration }) => sum + effectiveDuration, 0),
    sectionCount: sections.length,
    run: project.processing ?? project.generation,
    clips: sections
      .slice(0, LISTED_CLIPS)
      .map(({ title, startTime, endTime }) => ({ title, startTime, endTime })),
    films: project.films.map(({ language, shareUrl, watchUrl }) => ({ language, shareUrl, watchUrl })),
    ...changes,
  };
}
