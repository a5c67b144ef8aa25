import { useQuery } from '@tanstack/react-query';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { Answer } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useEditorState } from './editor-context.ts';
import { useFilm } from './film-context.ts';

/** The settings of burned-in captions that determine their lines. */
const drawnAs = ({ captionSize, captionStyle, captionDesign, captionHighlight }: CaptionLook) => ({
  burnSubtitles: true,
  captionSize,
  captionStyle,
  captionDesign,
  captionHighlight,
});

type FilmPreview = Answer<typeof calls.previewFilm>;

/**
 * Returns the audio and captions of the film that would be generated now. The last response is used until
 * the next one.
 */
export function useFilmPreview({ enabled = true } = {}): FilmPreview | undefined {
  const id = useEditorState((state) => state.projectId);
  const { language, aspect, framing, captionLook, gender, voiceId } = useFilm();
  const drawing = captionLook && drawnAs(captionLook);
  return useQuery({
    ...reading(calls.previewFilm, {
      params: { id },
      query: {
        language,
        aspect,
        framing,
        gender,
        ...drawing,
        ...(voiceId !== null && { speaker: voiceId }),
      },
    }),
    enabled,
    placeholderData: (previous) => previous,
  }).data;
}

/**
 * Returns the sections whose narration is not recorded, in the film's order; empty while the film preview is
 * closed.
 */
export function useUnrecorded(): Section[] {
  const film = useEditorState((state) => state.film);
  const sections = useEditorState((state) => state.sections);
  const parts = useFilmPreview({ enabled: film })?.parts;
  if (!film || !parts) return [];
  const missing = new Set(parts.flatMap((part) => (part.narration?.url === null ? [part.sectionId] : [])));
  return sections.filter(({ id, narrated }) => narrated && missing.has(id));
}
