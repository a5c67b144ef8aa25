import { useMemo, type ReactElement } from 'react';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { Section } from '#contract/sections.ts';
import { FilmCaptions } from '../../../components/player/film/FilmCaptions.tsx';
import { filmSecondOf, layOut } from '../../../components/player/film/timeline.ts';
import { useFilm } from '../context/film-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { cuesOf, filmPartOf } from './film-parts.ts';
import { useFilmPreview } from './use-film-preview.ts';

/** The captions that the film draws into a section's picture, over its preview. */
export function SectionCaptions({ section, look }: { section: Section; look: CaptionLook }): ReactElement {
  const { aspect, framing } = useFilm();
  const { clock } = usePlayback();
  const preview = useFilmPreview();
  const timeline = useMemo(() => layOut([filmPartOf(section, undefined, framing)]), [section, framing]);
  const cues = useMemo(
    () =>
      cuesOf(
        section,
        timeline,
        preview?.parts.find(({ sectionId }) => sectionId === section.id),
      ),
    [section, timeline, preview],
  );
  const secondOf = (time: number): number =>
    section.media === 'video' ? (filmSecondOf(timeline, section.id, time) ?? 0) : time;
  return <FilmCaptions clock={clock} secondOf={secondOf} cues={cues} look={look} aspect={aspect} />;
}
