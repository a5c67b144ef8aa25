import {
  type GenerationInput,
  narrateSection,
  renderSection,
  type SectionSnapshot,
  translateSection,
} from '#contract/jobs/generation.ts';
import { type Excerpt, unusualOf } from '#contract/section-length.ts';
import type { Gender, Language } from '#contract/primitives.ts';
import { artifactKey, type KeyPart } from '../artifact-key.ts';

/** `translator` is the engine with its version, as the worker reports it. */
export function translationKey(
  translator: string,
  { text, translateFrom, language }: { text: string; translateFrom: string | null; language: Language },
): string {
  return artifactKey(translateSection, [text, translateFrom, language, translator]);
}

/** `voice` is the engine with its version, as the worker reports it; `speed` is 1 at normal pace. */
export function narrationKey(
  voice: string,
  { text, language, gender }: { text: string; language: Language; gender: Gender },
  speed: number,
): string {
  return artifactKey(narrateSection, [text, language, gender, voice, speed]);
}

type Film = Pick<GenerationInput, 'width' | 'height' | 'frameRate' | 'burnSubtitles'>;

/**
 * Everything that shapes a rendered section. The fit of the picture and the loudness of the source follow from the
 * narration and the scan, so the key does not name them.
 */
export function renderKey(
  section: Pick<SectionSnapshot, 'media' | 'title' | 'words' | 'muted' | keyof Excerpt>,
  film: Film,
  narration: string | null,
): string {
  const { media, startMs, endMs } = section;
  const words: KeyPart[] = narration
    ? []
    : section.words.map((word) => [word.text, word.startMs, word.endMs]);
  return artifactKey(renderSection, [
    media.kind,
    media.kind === 'card' ? section.title : media.sha256,
    media.kind === 'video' ? media.scanKey : null,
    startMs,
    endMs,
    narration,
    words,
    film.burnSubtitles,
    film.width,
    film.height,
    film.frameRate,
    ...(section.muted ? ['muted'] : []),
    ...Object.entries(unusualOf(section)),
  ]);
}
