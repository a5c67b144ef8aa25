import { useMemo, type ReactElement } from 'react';
import type { CaptionLook } from '#contract/caption-look.ts';
import type { Section } from '#contract/sections.ts';
import { FilmCaptions } from '../../../components/player/film/FilmCaptions.tsx';
import { LowerThirds } from '../../../components/player/drawn/LowerThirds.tsx';
import { filmSecondOf } from '../../../components/player/film/timeline/source-time.ts';
import { type FilmTimeline, layOut } from '../../../components/player/film/timeline/timeline.ts';
import { useFilm } from '../context/film-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { cuesOf, filmPartOf, thirdOf } from '../section/film/parts.ts';
import { useFilmPreview } from '../context/use-film-preview.ts';

/** A section as a separate film, and the conversion from the preview's time to that film's, in seconds. */
function useOwnTimeline(section: Section): {
  timeline: FilmTimeline;
  secondOf: (time: number) => number;
} {
  const { framing } = useFilm();
  const timeline = useMemo(() => layOut([filmPartOf(section, undefined, framing)]), [section, framing]);
  const secondOf = (time: number): number =>
    section.media === 'video' ? (filmSecondOf(timeline, section.id, time) ?? 0) : time;
  return { timeline, secondOf };
}

/** The burned-in captions over a section's preview, as in the film. */
export function SectionCaptions({ section, look }: { section: Section; look: CaptionLook }): ReactElement {
  const { aspect } = useFilm();
  const { clock } = usePlayback();
  const preview = useFilmPreview();
  const { timeline, secondOf } = useOwnTimeline(section);
  const cues = useMemo(
    () =>
      cuesOf(
        section,
        timeline,
        preview?.parts.find(({ sectionId }) => sectionId === section.id),
        true,
      ),
    [section, timeline, preview],
  );
  return <FilmCaptions clock={clock} secondOf={secondOf} cues={cues} look={look} aspect={aspect} />;
}

/** The lower third over a section's preview, as in the film. */
export function SectionThird({ section }: { section: Section }): ReactElement {
  const { aspect } = useFilm();
  const { clock } = usePlayback();
  const { timeline, secondOf } = useOwnTimeline(section);
  const thirds = useMemo(() => thirdOf(section, timeline), [section, timeline]);
  return <LowerThirds clock={clock} secondOf={secondOf} thirds={thirds} aspect={aspect} />;
}
