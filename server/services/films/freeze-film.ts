import { blanksIn, frameBehind } from '#film/cards/card-frame.ts';
import { type CaptionLook, captionLookSchema } from '#contract/caption-look.ts';
import { filmChoicesSchema } from '#contract/film-choices.ts';
import type { GenerateRequest } from '#contract/generation.ts';
import type { GenerationInput, MediaSnapshot, SectionSnapshot } from '#contract/jobs/generation.ts';
import { isSameShape, withoutBars } from '#film/framing/framing.ts';
import { type Placement, placementSchema } from '#contract/placement.ts';
import { lowerThirdOf } from '#film/cards/lower-third.ts';
import { fetchMedia, type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { cardFrameSchema, type Framing, framingSchema, zoomSchema } from '#contract/section-settings.ts';
import type { Gender, Language, Quality } from '#contract/primitives.ts';
import type { Voice } from '#contract/sections.ts';
import type { VideoEncoder } from '#contract/video-encoders.ts';
import type { Executor } from '#core/db/database.ts';
import { musicOf, musicSnapshot } from '#core/repositories/media/music.ts';
import { AppError } from '#core/lib/errors.ts';
import { barsIn } from '#film/framing/bars.ts';
import { isNoise } from '#film/sound/loudness.ts';
import { shotCropsIn, subjectsKey } from '#core/film/subjects.ts';
import { filmSize } from '#film/framing/size.ts';
import { type Artifact, findArtifacts } from '#core/repositories/media/artifacts.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { findSections, scanKeyOf, type SectionRow } from '#core/repositories/projects/sections.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { excerptOf } from '#film/time/section-length.ts';
import { findUser } from '#core/repositories/account/users.ts';
import { hasTitle, inLanguage, titlesToTranslate } from '../section-views/localized.ts';
import { closingCredits, followedBy } from './closing-credits.ts';
import {
  captionsOf,
  compareTranscript,
  type NarrationRequest,
  voiceOf,
} from '../section-views/section-sound.ts';
import { edgesOf } from '../section-views/section-edges.ts';
import { forEachWords } from '../section-views/section-words.ts';

/** Omitted options use their defaults. */
type FilmRequest = Omit<GenerateRequest, 'isview' | 'framing' | keyof CaptionLook> &
  Partial<Pick<GenerateRequest, 'framing' | keyof CaptionLook>>;

/**
 * Freezes the film to be made, so that later edits do not change it. `translates` defines which texts in
 * other languages a translator may translate.
 * @throws AppError `unprocessable` without sections, `sections_changed` for a clip that is not the project's,
 * `conflict` if a section's media is missing
 */
export async function freezeFilm(
  db: Executor,
  project: Pick<ProjectRow, 'id' | 'title' | 'userId' | 'music' | 'filmChoices'>,
  request: FilmRequest,
  {
    translates,
    gender = 'male',
    speaker = null,
    faces = null,
    encoder = null,
  }: Pick<NarrationRequest, 'translates'> & {
    gender?: Gender;
    speaker?: string | null;
    /** The worker's face detector; `null` without one. */
    faces?: string | null;
    /** The hardware encoder that all workers have; `null` for x264. */
    encoder?: VideoEncoder | null;
  },
): Promise<GenerationInput> {
  const all = await findSections(db, project.id);
  const rows = all.map((row) => inLanguage(row, request.language));
  const sections = selectAndOrder(rows, request, { gender, speaker });
  if (sections.length === 0) throw new AppError('unprocessable', 'This project has no sections yet.');
  const { language, aspect, burnSubtitles, framing = 'blurred' } = request;
  const quality = request.quality ?? (await defaultQuality(db, project.userId));
  const size = filmSize(quality, aspect);
  const music = musicOf(project);
  const visibleIds = new Set(sections.map(({ row }) => row.id));
  const titles = titlesToTranslate(
    all.filter(({ id }) => visibleIds.has(id)),
    language,
    translates,
  );
  const fetched = await findArtifacts(db, [...new Set(sections.flatMap(({ row }) => row.fetchKey ?? []))]);
  const scans = await readScans(
    db,
    sections.map(({ row }) => row),
  );
  const chosen = filmChoicesSchema.parse(project.filmChoices);
  const credits = request.credits ?? chosen.credits ?? 'off';
  const sectionSnapshots = await snapshots(db, sections, {
    language,
    translates,
    fetched,
    scans,
    placementOf: (row) => placementIn(row, scans, { framing, faces, ...size }),
  });
  const closing = await closingCredits(db, credits, { project, media: sectionSnapshots, music, language });
  return {
    language,
    quality,
    aspect,
    framing,
    burnSubtitles,
    ...captionLookSchema.parse(request),
    ...size,
    title: request.project_title ?? project.title,
    speaker: sections.every(({ by }) => by.speaker === sections[0]!.by.speaker)
      ? sections[0]!.by.speaker
      : null,
    credits,
    endFades: request.endFades ?? chosen.endFades ?? false,
    sections: closing ? followedBy(sectionSnapshots, closing) : sectionSnapshots,
    ...(titles.length > 0 && { titles }),
    ...(music && { music: musicSnapshot(music) }),
    ...(encoder && { encoder }),
  };
}

async function snapshots(
  db: Executor,
  sections: { row: SectionRow; by: FilmVoice }[],
  {
    language,
    translates,
    fetched,
    scans,
    placementOf,
  }: {
    language: Language;
    translates: NarrationRequest['translates'];
    fetched: Map<string, Artifact>;
    scans: Map<string, Scan>;
    placementOf: (row: SectionRow) => Placement;
  },
): Promise<SectionSnapshot[]> {
  const voices = new Map(sections.map(({ row, by }) => [row.id, by]));
  const result: SectionSnapshot[] = [];
  const crossfades = sections.map(
    ({ row }, index) => row.transition === 'crossfade' && index < sections.length - 1,
  );
  const videos = sections.map(({ row }) => {
    const scan = scans.get(row.scanKey ?? '');
    const isVideo = mediaOf(row) === 'video';
    return isVideo ? { excerpt: excerptOf(row, 'video'), blanks: scan && blanksIn(row, scan) } : null;
  });
  /** Adds the frame behind its title to a card. */
  const withFrame = (row: SectionRow, media: MediaSnapshot): MediaSnapshot => {
    if (media.kind !== 'card') return media;
    const index = sections.findIndex((section) => section.row === row);
    const behind = frameBehind(cardFrameSchema.parse(row.cardFrame), videos, index);
    if (!behind) return media;
    const visible = sections[behind.index]!.row;
    const { sha256, fetchKey } = fetchedOf(visible, fetched);
    const { bars } = placementOf(visible);
    return { kind: 'card', frame: { sha256, fetchKey, atMs: behind.atMs, ...(bars && { bars }) } };
  };
  await forEachWords(
    db,
    sections.map(({ row }) => row),
    (row, words) => {
      const narrationRequest = { language, ...voices.get(row.id)!, translates };
      // A section without audio needs no muting.
      const match = () => compareTranscript(row, words, language);
      const { narration, voice } = voiceOf(row, narrationRequest, { hasSound: true, match });
      const placement = placementOf(row);
      const media = withFrame(row, mediaSnapshot(row, fetched));
      const subtitle = hasTitle(row) ? row.cardSubtitle.trim() : '';
      const third = media.kind === 'card' || placement.titled ? null : lowerThirdOf(row);
      const index = result.length;
      const isCrossfaded = crossfades[index] || crossfades[index - 1];
      result.push({
        sectionId: row.id,
        title: row.title,
        ...(subtitle && { subtitle }),
        ...(index === 0 && hasTitle(row) && { opens: true }),
        narration,
        muted: voice === 'muted',
        media,
        ...excerptOf(row, mediaOf(row)),
        ...placement,
        transition: row.transition,
        transitionSeconds: row.transitionSeconds,
        ...(isNoisy(row, scans, voice) && { noise: true }),
        ...(isCrossfaded && { edges: edgesOf(row, scans.get(row.scanKey ?? ''), voice) }),
        captions: row.captions,
        ...(third && { lowerThird: third }),
        words: narration ? [] : captionsOf(row, words, language),
      });
    },
  );
  return result;
}

/** Whether a section plays audio of its own that is neither speech nor music. */
function isNoisy(row: SectionRow, scans: Map<string, Scan>, voice: Voice): boolean {
  const scan = scans.get(row.scanKey ?? '');
  const hasOwn = voice === 'original' || voice === 'narrated';
  if (mediaOf(row) !== 'video' || !scan?.audio || !hasOwn) return false;
  return isNoise({ startMs: row.startMs, endMs: row.endMs }, scan, row.objectId === null && row.saysWords);
}

async function readScans(db: Executor, rows: readonly SectionRow[]): Promise<Map<string, Scan>> {
  const scans = await findArtifacts(db, [...new Set(rows.flatMap((row) => row.scanKey ?? []))]);
  return new Map([...scans].map(([key, { data }]) => [key, scanMedia.result.parse(data)]));
}

/**
 * Returns how a section is fitted into the film's shape. A section that already has the shape is not framed,
 * whatever its setting.
 */
function placementIn(
  row: SectionRow,
  scans: Map<string, Scan>,
  film: { framing: Framing; faces: string | null; width: number; height: number },
): Placement {
  const media = mediaOf(row);
  if (media === 'none') {
    const { background, cardPlace, cardStyle } = row;
    return placementSchema.parse({ background, cardPlace, cardStyle });
  }
  const titled = media === 'image' && row.titled;
  const title = titled ? { titled, cardPlace: row.cardPlace, cardStyle: row.cardStyle } : {};
  const zoom = media === 'image' ? zoomSchema.parse(row.zoom) : 'none';
  const scan = media === 'video' ? scans.get(row.scanKey ?? '') : undefined;
  const bars = scan && barsIn({ startMs: row.startMs, endMs: row.endMs }, scan);
  const isFramed = !(scan?.video && isSameShape(withoutBars(scan.video, bars), film));
  const cropped = bars && { bars };
  const framing = row.framing === null ? film.framing : framingSchema.parse(row.framing);
  if (!isFramed || framing === 'fit') return placementSchema.parse({ zoom, ...title, ...cropped });
  if (framing === 'follow')
    return followIn(row, scan, { zoom, ...title, ...cropped, crop: row.crop }, film.faces);
  const cut = framing === 'fill' && { crop: row.crop };
  return placementSchema.parse({ framing, ...cut, zoom, ...title, ...cropped });
}

/**
 * Images, and videos of an installation without face detection, have no subject to follow, so they fill the
 * film.
 */
function followIn(
  row: SectionRow,
  scan: Scan | undefined,
  filled: Partial<Placement>,
  faces: string | null,
): Placement {
  const shotCrops = scan ? shotCropsIn({ startMs: row.startMs, endMs: row.endMs }, scan, row.shotCrops) : [];
  const subjects = scan && row.scanKey && faces !== null ? subjectsKey(row.scanKey, faces) : undefined;
  if (!subjects && shotCrops.length === 0) return placementSchema.parse({ ...filled, framing: 'fill' });
  return placementSchema.parse({ ...filled, framing: 'follow', shotCrops, ...(subjects && { subjects }) });
}

/** The voice of sections that have no voice of their own. */
interface FilmVoice {
  gender: Gender;
  /** The ID of a voice; `null` for the best one of the gender. */
  speaker: string | null;
}

function selectAndOrder(rows: SectionRow[], { videos }: Pick<GenerateRequest, 'videos'>, by: FilmVoice) {
  if (!videos) return rows.map((row) => ({ row, by }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return videos.map((clip) => {
    const row = byId.get(clip.clipid);
    if (!row) {
      throw new AppError(
        'sections_changed',
        'The sections have changed in the meantime. Please check them again.',
      );
    }
    return { row, by: { gender: clip.gender, speaker: clip.voice_id || null } };
  });
}

function mediaSnapshot(row: SectionRow, fetched: Map<string, Artifact>): MediaSnapshot {
  if (!row.objectKind && !row.videoId) return { kind: 'card' };
  const { sha256, fetchKey } = fetchedOf(row, fetched);
  if (row.objectKind === 'image') return { kind: 'image', sha256, fetchKey };
  // The upload's own video, which the preparation steps use; otherwise the source's.
  const videoId = row.objectKind === 'video' ? row.objectVideoId! : row.videoId!;
  const scanKey = row.scanKey ?? scanKeyOf(sha256);
  return { kind: 'video', sha256, fetchKey, scanKey, videoId };
}

/** Returns the file that a section shows. */
function fetchedOf(row: SectionRow, fetched: Map<string, Artifact>): { sha256: string; fetchKey: string } {
  const artifact = fetched.get(row.fetchKey ?? '');
  if (!artifact) {
    throw new AppError(
      'conflict',
      `The media of "${row.title}" isn’t ready yet. Wait a moment, or replace it.`,
    );
  }
  const { sha256 } = fetchMedia.result.parse(artifact.data);
  return { sha256, fetchKey: artifact.key };
}

async function defaultQuality(db: Executor, userId: string): Promise<Quality> {
  const user = await findUser(db, userId);
  return user!.settings.defaultVideoQuality;
}
