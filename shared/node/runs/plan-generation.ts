import {
  type GenerationInput,
  joinFilm,
  narrateSection,
  renderSection,
  type SectionSnapshot,
  translateSection,
} from '#contract/jobs/generation.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import type { PlannedStep } from '../repositories/run-steps.ts';
import { narrateWeight, scanWeight, translateWeight } from './weights.ts';

/** Milliseconds of work per second of 1080p film on two cores. */
const RENDER_MS_PER_SECOND = 400;
const FULL_HD_PIXELS = 1920 * 1080;

/**
 * The plan of a generation run: scans that an upload still lacks, translations and narrations where a text is read,
 * the sections side by side, then the join. `scanned` are the keys of the scans that exist.
 */
export function planGeneration(
  { sections, width, height }: Pick<GenerationInput, 'sections' | 'width' | 'height'>,
  scanned: ReadonlySet<string>,
): PlannedStep[] {
  const size = (width * height) / FULL_HD_PIXELS;
  const seconds = ({ startMs, endMs }: SectionSnapshot) => (endMs - startMs) / 1000;
  const scans = new Map<string, PlannedStep>();
  for (const section of sections) {
    const { media } = section;
    if (media.kind !== 'video' || scanned.has(media.scanKey) || scans.has(media.scanKey)) continue;
    scans.set(media.scanKey, {
      key: `${scanMedia.name}-${scans.size}`,
      job: scanMedia.name,
      input: { videoId: media.videoId },
      dependsOn: [],
      weight: scanWeight(section.endMs - section.startMs),
    });
  }
  const translations: PlannedStep[] = [];
  const narrations: PlannedStep[] = [];
  const renders = sections.map((section, index): PlannedStep => {
    const step = (job: PlannedStep['job'], dependsOn: string[], weight: number) => ({
      key: `${job}-${index}`,
      job,
      input: { index },
      dependsOn,
      weight,
    });
    const { narration, media, muted } = section;
    const translated = narration?.translateFrom ? [`${translateSection.name}-${index}`] : [];
    const characters = narration?.text.length ?? 0;
    if (translated.length > 0)
      translations.push(step(translateSection.name, [], translateWeight(characters)));
    if (narration) narrations.push(step(narrateSection.name, translated, narrateWeight(characters)));
    const scan = media.kind === 'video' ? scans.get(media.scanKey) : undefined;
    const needed = [...(narration ? [`${narrateSection.name}-${index}`] : []), ...(scan ? [scan.key] : [])];
    const render = step(renderSection.name, needed, 300 + seconds(section) * RENDER_MS_PER_SECOND * size);
    return muted ? { ...render, input: { index, muted } } : render;
  });
  const total = sections.reduce((sum, section) => sum + seconds(section), 0);
  return [
    ...scans.values(),
    ...translations,
    ...narrations,
    ...renders,
    {
      key: joinFilm.name,
      job: joinFilm.name,
      input: {},
      dependsOn: renders.map((step) => step.key),
      weight: 300 + total * 30,
    },
  ];
}
