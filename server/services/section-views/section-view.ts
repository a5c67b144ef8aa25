import { withoutBars } from '#film/framing/framing.ts';
import { type Scan, scanMedia } from '#contract/jobs/processing.ts';
import type { Language } from '#contract/primitives.ts';
import { FILM_FRAME_RATE, framesToMs, msToFrames } from '#film/frames.ts';
import { estimatedLengthMs, excerptOf } from '#film/time/section-length.ts';
import { chosenSettings, settingsIn } from '#film/section-settings.ts';
import type { Fit, Section } from '#contract/sections.ts';
import type { Video } from '#contract/videos.ts';
import { blanksIn } from '#film/cards/card-frame.ts';
import { barsIn } from '#film/framing/bars.ts';
import { fitSection, reportedFit } from '#film/time/fit.ts';
import type { Backend } from '#core/backend.ts';
import { findArtifacts } from '#core/repositories/media/artifacts.ts';
import { proxyKeyOf } from '#core/repositories/media/proxies.ts';
import { type Film, findFilms } from '#core/repositories/projects/films.ts';
import { boundariesOf, type SectionRow } from '#core/repositories/projects/sections.ts';
import { findShownVideos, toVideo } from '#core/repositories/media/videos.ts';
import type { ProjectParts } from '#core/repositories/views/project-parts.ts';
import { findMadeNarrations, type MadeNarration, readEngineNames } from './made-narrations.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { customVideo, playedOf, previewOf } from './section-preview.ts';
import { edgesOf } from './section-edges.ts';
import { NO_MATCH, type SectionVoice, voiceOf } from './section-sound.ts';
import { inLanguage, writtenOnly } from './localized.ts';
import { originalOf, type ShownText, shownText } from './section-text.ts';
import { readTranscriptMatches } from './transcript-matches.ts';

const seconds = (ms: number) => ms / 1000;

/** Sections, and the related data that is shown with them. */
type SectionParts = Pick<ProjectParts, 'sections' | 'videos' | 'scans' | 'proxied' | 'films'>;

/** Returns a project's sections as the API shows them, in a language. All rows are of one project. */
export async function viewSections(
  backend: Pick<Backend, 'db' | 'redis' | 'config'>,
  sections: SectionRow[],
  language: Language,
): Promise<Section[]> {
  if (sections.length === 0) return [];
  const { db } = backend;
  const scanKeys = [...new Set(sections.flatMap((row) => row.scanKey ?? []))];
  const [videos, stored, films] = await Promise.all([
    findShownVideos(db, [...new Set(sections.flatMap((row) => row.videoId ?? []))]),
    findArtifacts(
      db,
      scanKeys.flatMap((key) => [key, proxyKeyOf(key)]),
    ),
    findFilms(db, [sections[0]!.projectId]),
  ]);
  const parts = {
    sections,
    videos: new Map(videos.map((row) => [row.id, row])),
    scans: new Map([...stored].filter(([, { job }]) => job === scanMedia.name)),
    proxied: new Set(scanKeys.filter((key) => stored.has(proxyKeyOf(key)))),
    films,
  };
  return showSections(backend, parts, language);
}

/** Returns the same from parts that were already read. */
export async function showSections(
  backend: Pick<Backend, 'db' | 'redis' | 'config'>,
  parts: SectionParts,
  language: Language,
): Promise<Section[]> {
  const { db } = backend;
  const { sections: stored, films } = parts;
  if (stored.length === 0) return [];
  const rows = stored.map((row) => inLanguage(row, language));
  const videos = new Map([...parts.videos].map(([id, row]) => [id, toVideo(row)]));
  const scans = new Map(
    [...parts.scans].map(([key, artifact]) => [key, scanMedia.result.parse(artifact.data)]),
  );
  const [engines, matches] = await Promise.all([
    readEngineNames(backend),
    readTranscriptMatches(db, rows, language),
  ]);
  const film = films.find((candidate) => candidate.language === language);
  const gender = film?.result.gender ?? 'male';
  const speaker = film?.result.speaker ?? null;
  const narrationRequest = { language, gender, speaker, translates: engines.translates };
  const matchOf = (row: SectionRow) => matches.get(row.id) ?? NO_MATCH;
  const scanOf = (row: SectionRow) => scans.get(row.scanKey ?? '');
  // Before it is probed, a video is assumed to have audio.
  const voices = rows.map((row) =>
    voiceOf(row, narrationRequest, { hasSound: scanOf(row)?.audio !== null, match: () => matchOf(row) }),
  );
  const narrated = rows.flatMap((row, index) => {
    const { narration } = voices[index]!;
    return narration
      ? [{ id: row.id, narration, excerpt: excerptOf(row, mediaOf(row)), still: mediaOf(row) !== 'video' }]
      : [];
  });
  const recorded = await findMadeNarrations(db, engines, narrated);
  const narrations = new Map(narrated.map(({ id }, index) => [id, recorded[index]]));
  return rows.map((row, index) => {
    const scan = scanOf(row);
    const voice = voices[index]!;
    const length = lengthOf(row, { narration: voice.narration, made: narrations.get(row.id), film, scan });
    const displayed = shownText(row, language, matchOf(row).remainingText);
    const changed = isChanged(stored[index]!);
    const preview = previewOf(row, scan, playedOf(parts, row.scanKey, scan));
    const video = videos.get(row.videoId ?? '');
    return sectionView(row, { displayed, voice, length, scan, preview, changed, video });
  });
}

interface Length {
  effectiveMs: number;
  estimated: boolean;
  fit: Fit | null;
  narrated: boolean;
}

/** Returns a section's length in the film: that of the newest film, or of its narration, or an estimate. */
function lengthOf(
  row: SectionRow,
  {
    narration,
    made,
    film,
    scan,
  }: {
    narration: SectionVoice['narration'];
    made: MadeNarration | undefined;
    film: Film | undefined;
    scan: Scan | undefined;
  },
): Length {
  const narrated = narration !== null;
  const inFilm = film?.result.sections.find((section) => section.sectionId === row.id);
  if (narrated && inFilm && row.updatedAt <= film!.snapshotAt) {
    // In the film, its ms are rounded by its position. The same section has the same length at every
    // position.
    const frames = msToFrames(inFilm.wholeMs ?? inFilm.effectiveMs, FILM_FRAME_RATE);
    const effectiveMs = framesToMs(frames, FILM_FRAME_RATE);
    return { effectiveMs, estimated: false, fit: inFilm.fit, narrated };
  }
  const media = mediaOf(row);
  const still = media !== 'video';
  const excerpt = excerptOf(row, media);
  if (made) {
    const fit = fitSection({ excerpt, narration: made.data, scan, frameRate: FILM_FRAME_RATE, still });
    return { effectiveMs: fit.effectiveMs, estimated: false, fit: reportedFit(fit), narrated };
  }
  const effectiveMs = estimatedLengthMs({ excerpt, text: narration?.text ?? null, still });
  return { effectiveMs, estimated: narrated, fit: null, narrated };
}

function sectionView(
  row: SectionRow,
  {
    displayed,
    voice,
    length,
    scan,
    preview,
    changed,
    video,
  }: {
    displayed: ShownText;
    voice: SectionVoice;
    length: Length;
    scan: Scan | undefined;
    preview: Section['preview'];
    changed: boolean;
    video: Video | undefined;
  },
): Section {
  const media = mediaOf(row);
  const shownVideo = row.kind === 'custom' || !video ? customVideo(preview) : video;
  return {
    id: row.id,
    clipid: row.id,
    projectId: row.projectId,
    kind: row.kind as Section['kind'],
    position: row.position,
    title: row.title,
    transcription: displayed.text,
    // The words of a replaced video are no longer spoken.
    textSource: displayed.source === 'original' && row.objectId !== null ? 'written' : displayed.source,
    textLanguage: displayed.language,
    spoken: spokenView(row),
    videoLink: preview?.videoUrl ?? null,
    videoURL: row.objectId === null ? null : `/objects/${row.objectId}`,
    videoId: shownVideo.id,
    startTime: seconds(row.startMs),
    endTime: seconds(row.endMs),
    duration: seconds(row.endMs - row.startMs),
    effectiveDuration: seconds(length.effectiveMs),
    effectiveEstimated: length.estimated,
    narrated: length.narrated,
    fit: length.fit,
    ...(media === 'video' && scan?.video && withBars(row, { ...scan, video: scan.video })),
    ...(media === 'video' && scan?.blanks && { blanks: blanksIn(row, scan) }),
    edges: edgesOf(row, scan, voice.voice),
    ...settingsIn(row),
    voice: voice.voice,
    voiceReason: voice.reason,
    media,
    changed,
    path: row.id,
    boundaries: boundariesOf(row),
    wordsKey: row.objectId === null ? row.wordsKey : null,
    saysWords: row.objectId === null && row.saysWords,
    tellsSpeakers: row.objectId === null && row.tellsSpeakers,
    preview,
    video: shownVideo,
  };
}

function withBars(
  { startMs, endMs }: SectionRow,
  { video, bars }: Pick<Scan, 'bars'> & { video: NonNullable<Scan['video']> },
): Pick<Section, 'bars'> {
  const barsInRange = barsIn({ startMs, endMs }, { bars });
  const visible = withoutBars(video, barsInRange);
  return barsInRange ? { bars: { ...barsInRange, shape: visible.width / visible.height } } : {};
}

/** Returns the section's text that follows its range, so that a page can show a trim immediately. */
function spokenView(row: SectionRow): Section['spoken'] {
  const original = originalOf(row);
  if (!original || row.objectId !== null || row.wordsKey === null) return null;
  return {
    language: original.language,
    text: row.texts[original.language]?.text ?? '',
    kept: original.kept ?? null,
  };
}

function isChanged(row: SectionRow): boolean {
  const original = originalOf(row);
  if (!original) return false;
  const isPart = original.splitOf !== undefined || original.wholeText !== undefined;
  const others = Object.entries(row.texts).filter(([language]) => language !== original.language);
  return (
    isPart ||
    others.some(([, written]) => written?.translatedFrom === null) ||
    row.title !== original.title ||
    row.startMs !== original.startMs ||
    row.endMs !== original.endMs ||
    row.objectId !== null ||
    Object.keys(chosenSettings({ ...row, localized: writtenOnly(row.localized) })).length > 0 ||
    (row.texts[original.language]?.text ?? '') !== original.text
  );
}
