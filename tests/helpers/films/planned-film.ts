import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { type FilmResult, type GenerationInput, sectionSnapshotSchema } from '#contract/jobs/generation.ts';
import type { Fit } from '#contract/sections.ts';
import { CUT } from '#film/transitions/transitions.ts';
import type { z } from 'zod';

const SECTION_ID = '00000000-0000-4000-8000-000000000000';

/** A film of one section and its sources, as a check reads them. */
export function filmOf(
  section: Partial<z.input<typeof sectionSnapshotSchema>> = {},
  place: { startMs?: number; effectiveMs?: number; fit?: Partial<Fit> } = {},
  film: Partial<GenerationInput> = {},
): [FilmResult, GenerationInput] {
  const { startMs = 0, effectiveMs = 4000, fit } = place;
  const size = { width: 1280, height: 720 };
  const snapshot = sectionSnapshotSchema.parse({
    sectionId: SECTION_ID,
    title: 'A section',
    narration: null,
    media: { kind: 'video', sha256: '', fetchKey: '', scanKey: 'scan', videoId: 'library_a' },
    startMs: 0,
    endMs: 4000,
    words: [],
    ...UNFRAMED,
    ...CUT,
    ...section,
  });
  const wholeFit: Fit = { applied: [], speed: 1, tempo: 1, extend: 0, slow: 1, freeze: 0, ...fit };
  const sections = [{ sectionId: SECTION_ID, title: '', startMs, effectiveMs, fit: wholeFit }];
  return [
    {
      durationMs: startMs + effectiveMs,
      bytes: 1,
      ...size,
      gender: null,
      speaker: null,
      subtitles: 0,
      sections,
    },
    {
      language: 'en',
      quality: '720p',
      ...size,
      frameRate: 30,
      aspect: '16:9',
      framing: 'fit',
      burnSubtitles: false,
      ...PLAIN_CAPTIONS,
      title: 'A film',
      speaker: null,
      credits: 'off',
      endFades: false,
      sections: [snapshot],
      ...film,
    },
  ];
}
