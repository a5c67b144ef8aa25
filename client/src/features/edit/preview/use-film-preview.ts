import { useQuery } from '@tanstack/react-query';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { Answer } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useEditorState } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';

/** What of drawn captions decides their lines. */
const drawnAs = ({ captionSize, captionStyle, captionDesign, captionHighlight }: CaptionLook) => ({
  burnSubtitles: true,
  captionSize,
  captionStyle,
  captionDesign,
  captionHighlight,
});

/** The sounds and captions of the film that would be generated now; the last response is used until the next one. */
export function useFilmPreview(): Answer<typeof calls.previewFilm> | undefined {
  const id = useEditorState((state) => state.projectId);
  const { language, aspect, framing, captionLook, gender, speaker } = useFilm();
  const drawn = captionLook && drawnAs(captionLook);
  return useQuery({
    ...reading(calls.previewFilm, {
      params: { id },
      query: {
        language,
        aspect,
        framing,
        gender,
        ...drawn,
        ...(speaker !== null && { speaker }),
      },
    }),
    placeholderData: (previous) => previous,
  }).data;
}
