import { readFile } from 'node:fs/promises';
import { type FilmResult, joinFilm, type Spoken } from '#contract/jobs/generation.ts';
import type { Language } from '#contract/primitives.ts';
import { makeCues } from '#film/captions/cues.ts';
import { toVtt } from '#film/captions/subtitle-formats.ts';
import { parseSubtitles } from '#text/subtitles/parse-subtitles.ts';
import type { Film } from '../repositories/projects/films.ts';
import type { ArtifactStore } from '../storage/artifact-store.ts';

type Parts = Pick<FilmResult, 'sections'>;

/** Whether every section of a film is in another film too, so that the other film's captions cover it. */
function coversFilm(other: Parts, film: Parts): boolean {
  const sectionIds = new Set(other.sections.map(({ sectionId }) => sectionId));
  const own = film.sections.filter(({ credits }) => !credits);
  return own.length > 0 && own.every(({ sectionId }) => sectionIds.has(sectionId));
}

/**
 * Returns the languages of a film's captions: its own, and those of its project's films with the same
 * sections.
 */
export function captionLanguages(film: Film, films: Film[]): Language[] {
  const others = films.filter((other) => other !== film && coversFilm(other.result, film.result));
  return [film, ...others].filter(({ result }) => result.subtitles > 0).map(({ language }) => language);
}

/** Returns the captions of a film as WebVTT; `null` for a language without any. */
export async function captionsIn(
  { artifacts }: { artifacts: ArtifactStore },
  { film, films }: { film: Film; films: Film[] },
  language: string,
): Promise<Buffer | null> {
  const captionLanguage = captionLanguages(film, films).find((candidate) => candidate === language);
  const from = films.find((candidate) => candidate.language === captionLanguage);
  const path = from && (await (await artifacts.find(joinFilm, from.artifactKey))?.pathIfAny('film.vtt'));
  if (!path) return null;
  const vtt = await readFile(path);
  if (from === film) return vtt;
  return Buffer.from(
    toVtt(makeCues(moveCues(parseSubtitles(vtt), from.result, film.result), film.result.durationMs)),
  );
}

/** Moves the cues of one film to the times at which another one shows the same sections. */
export function moveCues(cues: Spoken[], from: Parts, to: Parts): Spoken[] {
  const places = new Map(from.sections.map((section) => [section.sectionId, section]));
  return to.sections.flatMap(({ sectionId, startMs, effectiveMs }) => {
    const place = places.get(sectionId);
    if (!place || place.effectiveMs === 0) return [];
    const endMs = place.startMs + place.effectiveMs;
    const at = (ms: number) =>
      Math.round(startMs + ((Math.min(ms, endMs) - place.startMs) * effectiveMs) / place.effectiveMs);
    return cues
      .filter((cue) => cue.startMs >= place.startMs && cue.startMs < endMs)
      .map((cue) => ({ text: cue.text, startMs: at(cue.startMs), endMs: at(cue.endMs) }));
  });
}
