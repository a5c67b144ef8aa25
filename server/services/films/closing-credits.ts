import {
  CREDITS_TITLES,
  creditPages,
  type CreditedMusic,
  creditsMs,
  filmCreditsOf,
} from '#film/cards/film-credits.ts';
import type { CreditsChoice } from '#contract/film-credits.ts';
import { type SectionSnapshot, sectionSnapshotSchema } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import { findShownVideos } from '#core/repositories/media/videos.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';

interface Film {
  project: Pick<ProjectRow, 'id'>;
  /** Its sections, in order. */
  media: readonly Pick<SectionSnapshot, 'media'>[];
  music: CreditedMusic | null;
  language: Language;
}

/**
 * Returns the closing card that names a film's sources, as a section with the project's ID; `null` for a film
 * without one.
 */
export async function closingCredits(
  db: Executor,
  choice: CreditsChoice,
  { project, media, music, language }: Film,
): Promise<SectionSnapshot | null> {
  if (choice === 'off') return null;
  const ids = media.flatMap((section) => (section.media.kind === 'video' ? section.media.videoId : []));
  const byId = new Map((await findShownVideos(db, [...new Set(ids)])).map((video) => [video.id, video]));
  const videos = ids.flatMap((id) => byId.get(id) ?? []);
  const pages = creditPages(filmCreditsOf(choice, { videos, music }, language));
  if (pages.length === 0) return null;
  return sectionSnapshotSchema.parse({
    sectionId: project.id,
    title: CREDITS_TITLES[language],
    narration: null,
    media: { kind: 'card', credits: pages },
    startMs: 0,
    endMs: creditsMs(pages),
    words: [],
  });
}

/**
 * Appends the credits to the sections. The transition of the last section is for a section that may be added
 * after it later.
 */
export const followedBy = (
  sections: readonly SectionSnapshot[],
  credits: SectionSnapshot,
): SectionSnapshot[] => [
  ...sections.map((section, index) =>
    index === sections.length - 1 ? { ...section, transition: 'cut' as const } : section,
  ),
  credits,
];
