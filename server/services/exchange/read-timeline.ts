import type { z } from 'zod';
import type { exportQuerySchema } from '#contract/exchange.ts';
import { FILM_FRAME_RATE, msToFrames } from '#film/frames.ts';
import type { GenerationInput, SectionSnapshot, Spoken } from '#contract/jobs/generation.ts';
import { fetchMedia, type Scan, scanMedia } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';
import { NARRATION_LEAD_MS, readingMs } from '#film/time/section-length.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { framePlaces, joinsOf } from '#film/transitions/transitions.ts';
import { fitSection } from '#film/time/fit.ts';
import { framePartsOf } from '#film/time/frame-parts.ts';
import { placeInFilm, spokenIn } from '#film/captions/place.ts';
import { pageOfVideo } from '#core/media-sources/registry.ts';
import { type StoredMusic, musicOf } from '#core/repositories/media/music.ts';
import { findArtifacts } from '#core/repositories/media/artifacts.ts';
import type { SpokenWord } from '#film/captions/cues.ts';
import type { ProjectRow } from '#core/repositories/projects/projects.ts';
import { findSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { findFileNames } from '#core/repositories/media/uploads.ts';
import { findShownVideos } from '#core/repositories/media/videos.ts';
import { freezeFilm } from '../films/freeze-film.ts';
import { findFilmNarrations, type MadeNarration, readEngineNames } from '../section-views/made-narrations.ts';
import { sectionTextIn } from '../section-views/section-text.ts';
import { cleanLine, cleanText } from './clean.ts';
import { layMusic } from './lay-music.ts';
import { nameMedia, type NamelessMedia } from './name-media.ts';
import { readSpeakers, turnsOf } from './who-speaks.ts';
import { startTimecode } from './formats/start-timecode.ts';
import type { Timeline, TimelineClip } from './formats/timeline.ts';

/** The source of videos that a user uploaded. */
const FOOTAGE = 'upload';

/**
 * Reads the film that would be generated now, as data: from the same frozen sections, lengths and captions.
 * @throws AppError as `freezeFilm`
 */
export async function readTimeline(
  backend: Backend,
  project: ProjectRow,
  { gender, speaker, ...request }: z.output<typeof exportQuerySchema>,
): Promise<Timeline> {
  const { db } = backend;
  const engines = await readEngineNames(backend);
  const voiceOptions = { translates: engines.translates, gender, speaker: speaker ?? null };
  const film = await freezeFilm(db, project, { ...request, burnSubtitles: false }, voiceOptions);
  const rows = new Map((await findSections(db, project.id)).map((row) => [row.id, row]));
  const [narrations, scans, names, speakers] = await Promise.all([
    findFilmNarrations(db, engines, film.sections),
    readScans(db, film),
    readNames(db, [...rows.values()]),
    readSpeakers(db, film, rows),
  ]);
  const music = musicOf(project);
  const media = nameMedia([
    ...film.sections.map((section) => mediaOf(section, { rows, scans, names })),
    music && musicMedia(music, film.frameRate),
  ]);
  const musicFile = media.of.at(-1);
  const parts = film.sections.map((section) =>
    playedPart(section, film, { made: narrations, scans, speakers }),
  );
  const joins = joinsOf(
    parts.map(({ frames }, index) => ({ ...film.sections[index]!, frames })),
    film.frameRate,
  );
  const frameOf = framePlaces(parts);
  const captioned = parts.map((part, index) =>
    film.sections[index]!.captions ? part : { ...part, spoken: [] },
  );
  const places = placeInFilm(captioned, film.frameRate, joins);
  const clips = film.sections.flatMap((section, index): TimelineClip[] => {
    const { frames, spoken, pieces, speed, estimated } = parts[index]!;
    const { startFrame } = frameOf[index]!;
    const ranges = pieces.map((piece, place) => ({
      ...piece,
      end: pieces[place + 1]?.startFrame ?? frames,
    }));
    const clipMedia = media.of[index] ?? null;
    const row = rows.get(section.sectionId);
    const at = (ms: number) => msToFrames(ms, film.frameRate);
    const narration = section.narration
      ? { startFrame: startFrame + at(NARRATION_LEAD_MS), frames: at(lastMs(spoken) - NARRATION_LEAD_MS) }
      : null;
    const isCut = section.media.kind === 'video' && section.cuts.length > 0;
    const whole = section.narration?.text ?? (row ? shownOf(row, section, film.language) : '');
    return ranges.map((piece, place): TimelineClip => {
      const isLast = place === ranges.length - 1;
      const isIn = ({ startMs, endMs }: Spoken) => {
        const middle = at((startMs + endMs) / 2);
        return (place === 0 || middle >= piece.startFrame) && (isLast || middle < piece.end);
      };
      const spokenWords = (speakers.get(section.sectionId) ?? section.words).filter(isIn);
      const words = spokenWords.map((word) => word.text).join(' ');
      const text = !isCut || (narration && place === 0) ? whole : narration ? '' : words;
      const uncutMs = (piece.uncutFrame * speed * 1000) / film.frameRate;
      const length = piece.end - piece.startFrame;
      return {
        title: cleanLine(place === 0 ? section.title : `${section.title} (${place + 1})`),
        text: cleanText(text),
        turns: turnsOf(spokenWords),
        media: clipMedia,
        startFrame: startFrame + piece.startFrame,
        frames: length,
        sourceFrame: clipMedia?.kind === 'video' ? at(section.startMs + uncutMs) : 0,
        movingFrames: Math.max(1, Math.min(length, piece.frames)),
        speed,
        join: isLast ? (joins[index] ?? null) : null,
        estimated,
        sound: soundOf(section, clipMedia?.hasSound ?? false),
        narration: place === 0 ? narration : null,
      };
    });
  });
  for (const { media: shown, ...clip } of clips) {
    // Rounding to frames must not show a part that the file does not have.
    if (shown?.frames)
      shown.frames = Math.max(
        shown.frames,
        clip.sourceFrame + Math.ceil((clip.movingFrames + handleOf(clip)) * clip.speed),
      );
  }
  const frames = frameOf.reduce((sum, one) => sum + one.frames, 0);
  return {
    title: cleanLine(film.title),
    language: film.language,
    width: film.width,
    height: film.height,
    frameRate: film.frameRate,
    frames,
    media: media.all,
    clips,
    music: music && musicFile ? layMusic(music, musicFile, { frames, frameRate: film.frameRate }) : null,
    cues: places.flatMap(({ cues }) => cues),
  };
}

/** Returns a section's text. Without withheld words, it is that of its captions. */
const shownOf = (row: SectionRow, { words }: SectionSnapshot, language: Language): string =>
  row.withholdsWords ? words.map(({ text }) => text).join(' ') : sectionTextIn(row, language, null);

/** Returns how much of a clip's media is shown after its end, in a crossfade. */
const handleOf = ({ join }: Pick<TimelineClip, 'join'>) => join?.blend?.handles.after ?? 0;

const lastMs = (spoken: readonly Spoken[]) => spoken.at(-1)?.endMs ?? NARRATION_LEAD_MS;

function soundOf({ narration, muted }: SectionSnapshot, hasSound: boolean): TimelineClip['sound'] {
  if (narration) return 'narrated';
  if (!hasSound) return 'none';
  return muted ? 'muted' : 'original';
}

/** Returns how long a section lasts in the film, how much of it moves, and the text with its times. */
function playedPart(
  section: SectionSnapshot,
  { frameRate }: Pick<GenerationInput, 'frameRate'>,
  {
    made,
    scans,
    speakers,
  }: { made: Map<string, MadeNarration>; scans: Map<string, Scan>; speakers: Map<string, SpokenWord[]> },
) {
  const { narration, media } = section;
  const recorded = made.get(section.sectionId)?.data;
  const estimate = narration && !recorded ? readNarration(narration.text) : null;
  const spoken = recorded ?? estimate;
  const scan = media.kind === 'video' ? scans.get(media.scanKey) : undefined;
  const still = media.kind !== 'video';
  const fit = fitSection({ excerpt: section, narration: narration ? spoken : null, scan, frameRate, still });
  return {
    frames: fit.effectiveFrames,
    pieces: still
      ? [{ startFrame: 0, frames: fit.effectiveFrames, uncutFrame: 0 }]
      : framePartsOf(section, fit, frameRate),
    speed: still ? 1 : section.speed / fit.slow,
    spoken: narration && spoken ? spokenIn(spoken, fit) : (speakers.get(section.sectionId) ?? section.words),
    estimated: estimate !== null,
  };
}

/** Estimates a narration before it is recorded. */
function readNarration(text: string) {
  const durationMs = readingMs(text);
  return { durationMs, speed: 1, sentences: [{ text, startMs: 0, endMs: durationMs }] };
}

interface SectionMedia {
  rows: Map<string, SectionRow>;
  scans: Map<string, Scan>;
  names: Awaited<ReturnType<typeof readNames>>;
}

function mediaOf(section: SectionSnapshot, { rows, scans, names }: SectionMedia): NamelessMedia | null {
  const { media } = section;
  if (media.kind === 'card') return null;
  const row = rows.get(section.sectionId);
  const replaced = row?.objectId ? (names.files.get(row.objectId) ?? null) : null;
  const video = replaced === null && row?.videoId ? names.videos.get(row.videoId) : undefined;
  const uploaded = replaced ?? (video ? (names.footage.get(video.id) ?? null) : null);
  const scan = media.kind === 'video' ? scans.get(media.scanKey) : undefined;
  const timecode = scan?.video?.timecode && startTimecode(scan.video.timecode, FILM_FRAME_RATE);
  const frames = scan ? Math.floor((scan.durationMs * FILM_FRAME_RATE) / 1000) : null;
  return {
    sha256: media.sha256,
    kind: media.kind,
    uploaded,
    sourceId: video?.sourceId ?? null,
    title: cleanLine(replaced ?? video?.title ?? section.title),
    channel: video ? cleanLine(video.channel) : null,
    license: video?.license ? cleanLine(video.license) : null,
    link: video ? pageOfVideo(video) : null,
    frames,
    size: scan?.video ? { width: scan.video.width, height: scan.video.height } : null,
    frameRate: scan?.video?.frameRate ?? null,
    hasSound: media.kind === 'video' && scan?.audio !== null,
    ...(timecode && { timecode }),
  };
}

function musicMedia(
  { sha256, fileName, title, credit, durationMs }: StoredMusic,
  frameRate: number,
): NamelessMedia {
  return {
    sha256,
    kind: 'audio',
    uploaded: cleanLine(fileName),
    sourceId: null,
    title: cleanLine(title),
    channel: null,
    license: credit === '' ? null : cleanLine(credit),
    link: null,
    frames: msToFrames(durationMs, frameRate),
    size: null,
    frameRate: null,
    hasSound: true,
  };
}

async function readScans(db: Executor, { sections }: GenerationInput): Promise<Map<string, Scan>> {
  const keys = sections.flatMap(({ media }) => (media.kind === 'video' ? media.scanKey : []));
  const artifacts = await findArtifacts(db, [...new Set(keys)]);
  return new Map([...artifacts].map(([key, { data }]) => [key, scanMedia.result.parse(data)]));
}

async function readNames(db: Executor, rows: SectionRow[]) {
  const [files, videos] = await Promise.all([
    findFileNames(db, [...new Set(rows.flatMap((row) => row.objectId ?? []))]),
    findShownVideos(db, [...new Set(rows.flatMap((row) => row.videoId ?? []))]),
  ]);
  const own = videos.filter(({ source }) => source === FOOTAGE);
  const fetched = await findArtifacts(
    db,
    own.flatMap(({ fetchKey: key }) => key ?? []),
  );
  const footage = own.map(({ id, title, fetchKey: key }): [string, string] => {
    const originalName = fetchMedia.result.safeParse(fetched.get(key ?? '')?.data).data?.originalName;
    return [id, originalName ?? `${title}.mp4`];
  });
  return { files, videos: new Map(videos.map((video) => [video.id, video])), footage: new Map(footage) };
}
