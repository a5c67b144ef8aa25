import { narrateSection, renderSection, type SectionSnapshot } from '#contract/jobs/generation.ts';
import { artifactKey } from '../storage/artifact-store.ts';

/** `voice` names the engine with its version, as the worker tells it. */
export function narrationKey(voice: string, narration: NonNullable<SectionSnapshot['narration']>): string {
  return artifactKey(narrateSection, [narration.text, narration.language, narration.gender, voice]);
}

/**
 * Everything that shapes a rendered section. How the picture is fitted to the narration and how loud the source
 * is follow from the narration and the scan, so they need not be named.
 */
export function renderKey(
  section: Pick<SectionSnapshot, 'media' | 'startMs' | 'endMs'>,
  film: { width: number; height: number; frameRate: number },
  narration: string | null,
): string {
  const { media, startMs, endMs } = section;
  return artifactKey(renderSection, [
    media.sha256,
    media.scanKey,
    startMs,
    endMs,
    narration,
    film.width,
    film.height,
    film.frameRate,
  ]);
}
