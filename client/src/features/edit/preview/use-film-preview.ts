import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import { reading } from '../../../lib/api/queries.ts';
import { useEditorState } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';

/** The sounds and captions of the film that would be generated now; the last response is used until the next one. */
export function useFilmPreview(): Answer<typeof calls.previewFilm> | undefined {
  const id = useEditorState((state) => state.projectId);
  const { language, aspect, framing, captionLook, gender, speaker } = useFilm();
  return useQuery({
    ...reading(calls.previewFilm, {
      params: { id },
      query: {
        language,
        aspect,
        framing,
        gender,
        // Of the look only this changes the lines.
        ...(captionLook && { captionSize: captionLook.captionSize }),
        ...(speaker !== null && { speaker }),
      },
    }),
    placeholderData: (previous) => previous,
  }).data;
}
