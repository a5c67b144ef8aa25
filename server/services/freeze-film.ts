import type { GenerateRequest } from '#contract/generation.ts';
import type { GenerationInput, MediaSnapshot, SectionSnapshot } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import type { Gender, Language, Quality } from '#contract/primitives.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/errors.ts';
import { filmSize } from '#core/film/size.ts';
import { type Artifact, findArtifacts } from '#core/repositories/artifacts.ts';
import type { ProjectRow } from '#core/repositories/projects.ts';
import { findSections, scanKeyOf, type SectionRow } from '#core/repositories/sections.ts';
import { excerptOf } from '#core/repositories/section-media.ts';
import { findUser } from '#core/repositories/users.ts';
import { captionsOf, saidIn, voiceOf } from './section-sound.ts';
import { forEachWords } from './section-words.ts';

/**
 * Freezes the film to be made, so that later edits do not change it. `translates` tells whether a translator may be
 * asked for texts that are not in the film's language.
 * @throws AppError `unprocessable` without sections, `sections_changed` for a clip that is not the project's,
 * `conflict` when a section's media is missing.
 */
export async function freezeFilm(
  db: Executor,
  project: Pick<ProjectRow, 'id' | 'title' | 'user_id'>,
  request: Omit<GenerateRequest, 'isview'>,
  { translates, gender = 'male' }: { translates: boolean; gender?: Gender },
): Promise<GenerationInput> {
  const rows = await findSections(db, project.id);
  const sections = selectAndOrder(rows, request, gender);
  if (sections.length === 0) throw new AppError('unprocessable', 'This project has no sections yet.');
  const { language, aspect, burnSubtitles } = request;
  const quality = request.quality ?? (await defaultQuality(db, project.user_id));
  const fetched = await findArtifacts(db, [...new Set(sections.flatMap(({ row }) => row.fetch_key ?? []))]);
  return {
    language,
    quality,
    aspect,
    burnSubtitles,
    ...filmSize(quality, aspect),
    title: request.project_title ?? project.title,
    sections: await snapshots(db, sections, { language, translates, fetched }),
  };
}

async function snapshots(
  db: Executor,
  sections: { row: SectionRow; gender: Gender }[],
  {
    language,
    translates,
    fetched,
  }: { language: Language; translates: boolean; fetched: Map<string, Artifact> },
): Promise<SectionSnapshot[]> {
  const genders = new Map(sections.map(({ row, gender }) => [row.id, gender]));
  const made: SectionSnapshot[] = [];
  await forEachWords(
    db,
    sections.map(({ row }) => row),
    (row, words) => {
      const wish = { language, gender: genders.get(row.id)!, translates };
      // A section without sound needs no muting.
      const heard = { hasSound: true, said: () => saidIn(row, words, language).answer };
      const { narration, voice } = voiceOf(row, wish, heard);
      made.push({
        sectionId: row.id,
        title: row.title,
        narration,
        muted: voice === 'muted',
        media: mediaSnapshot(row, fetched),
        ...excerptOf(row),
        words: narration ? [] : captionsOf(row, words, language),
      });
    },
  );
  return made;
}

function selectAndOrder(rows: SectionRow[], { videos }: Pick<GenerateRequest, 'videos'>, gender: Gender) {
  if (!videos) return rows.map((row) => ({ row, gender }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return videos.map((clip) => {
    const row = byId.get(clip.clipid);
    if (!row) {
      throw new AppError(
        'sections_changed',
        'The sections have changed in the meantime. Please check them again.',
      );
    }
    return { row, gender: clip.gender };
  });
}

function mediaSnapshot(row: SectionRow, fetched: Map<string, Artifact>): MediaSnapshot {
  if (!row.object_kind && !row.video_id) return { kind: 'card' };
  const artifact = fetched.get(row.fetch_key ?? '');
  if (!artifact) {
    throw new AppError(
      'conflict',
      `The media of "${row.title}" is not here yet. Please wait, or replace it.`,
    );
  }
  const { sha256 } = fetchMedia.result.parse(artifact.data);
  if (row.object_kind === 'image') return { kind: 'image', sha256, fetchKey: artifact.key };
  // The upload's own video, which the preparation steps use; otherwise the source's.
  const videoId = row.object_kind === 'video' ? row.object_video_id! : row.video_id!;
  const scanKey = row.scan_key ?? scanKeyOf(sha256);
  return { kind: 'video', sha256, fetchKey: artifact.key, scanKey, videoId };
}

async function defaultQuality(db: Executor, userId: string): Promise<Quality> {
  const user = await findUser(db, userId);
  return user!.settings.defaultVideoQuality;
}
