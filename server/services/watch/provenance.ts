import type { FilmResult } from '#contract/jobs/generation.ts';
import type { Executor } from '#core/db/database.ts';
import { sourcesOf } from '#core/provenance/film-sources.ts';
import { findFilmSections, type FilmSection } from '#core/repositories/projects/films.ts';
import { lineCreditsOf } from '../films/film-description.ts';
import type { SharedView } from '../films/share.ts';

export const PROVENANCE_FILE = 'provenance.json';

/** A video of another creator. */
export interface Source {
  title: string;
  author: string;
  license: string | null;
  /** The page of the video; `null` if it has none. */
  url: string | null;
}

/** A range of the film with one origin. All times are in seconds. */
export interface Moment {
  start: number;
  end: number;
  /** The section's title; empty for the credits. */
  title: string;
  kind: 'video' | 'image' | 'card' | 'credits';
  /** The index of the source; `null` for the creator's own material. */
  source: number | null;
  /** The range of the video; `null` for anything else. */
  sourceStart: number | null;
  sourceEnd: number | null;
  voice: 'original' | 'synthetic' | 'none';
}

/** Where each moment of a film comes from, as the film was made. */
export interface Provenance {
  version: 1;
  title: string;
  language: string;
  /** When the film was made, in ISO 8601. */
  created: string;
  duration: number;
  /** The videos of other creators, in the film's order. */
  sources: Source[];
  moments: Moment[];
  /** The credits for music and for models whose licence requires one. */
  credits: string[];
  /** Who signed the content credentials inside the film's file; absent if it has none. */
  credentials?: FilmResult['credentials'];
}

/** Returns where each moment of a film comes from. A film of an earlier version may have no moments. */
export async function readProvenance(
  db: Executor,
  { project, film }: Pick<SharedView, 'project' | 'film'>,
): Promise<Provenance> {
  const [shown, credits] = await Promise.all([findFilmSections(db, film), lineCreditsOf(db, film)]);
  const sources = await sourcesOf(db, shown);
  const ids = [...sources.keys()];
  const byId = new Map(shown.map((section) => [section.sectionId, section]));
  const moments = film.result.sections.flatMap(
    ({ sectionId, title, startMs, effectiveMs, ...part }): Moment[] => {
      const section = byId.get(sectionId);
      if (!section) return [];
      const isVideo = section.media.kind === 'video';
      const index = section.media.kind === 'video' ? ids.indexOf(section.media.videoId) : -1;
      return [
        {
          start: startMs / 1000,
          end: (startMs + effectiveMs) / 1000,
          title,
          kind: part.credits ? 'credits' : section.media.kind,
          source: index < 0 ? null : index,
          sourceStart: isVideo ? section.startMs / 1000 : null,
          sourceEnd: isVideo ? section.endMs / 1000 : null,
          voice: voiceOf(section),
        },
      ];
    },
  );
  return {
    version: 1,
    title: project.title,
    language: film.language,
    created: film.createdAt.toISOString(),
    duration: film.result.durationMs / 1000,
    sources: [...sources.values()].map(({ title, channel, license, link }) => ({
      title,
      author: channel,
      license,
      url: link,
    })),
    moments,
    credits,
    ...(film.result.credentials && { credentials: film.result.credentials }),
  };
}

function voiceOf({ narration, muted, media }: FilmSection): Moment['voice'] {
  if (narration) return 'synthetic';
  return media.kind === 'video' && !muted ? 'original' : 'none';
}
