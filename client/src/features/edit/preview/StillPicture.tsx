import type { ReactElement } from 'react';
import type { Placement } from '#contract/framing.ts';
import type { Section } from '#contract/sections.ts';
import { Backdrop, pictureStyle } from '../../../components/player/Backdrop.tsx';
import type { Clock } from '../../../components/player/clock.ts';
import { useFilm } from '../context/film-context.ts';
import { Zoomed } from '../parts/Zoomed.tsx';
import { TitleCard } from './TitleCard.tsx';

interface StillPictureProps {
  section: Section;
  placement: Placement;
  clock: Clock;
  /** When it begins by the clock, in seconds. */
  start: number;
}

/** An image or a title card as in the film. */
export function StillPicture({ section, placement, clock, start }: StillPictureProps): ReactElement {
  const { aspect } = useFilm();
  const image = section.preview?.thumbnailUrl;
  if (section.media !== 'image' || !image) {
    return <TitleCard title={section.title} aspect={aspect} background={placement.background} />;
  }
  return (
    <Zoomed zoom={placement.zoom} clock={clock} start={start} length={section.effectiveDuration}>
      {placement.framing === 'blurred' ? (
        <Backdrop>
          <img src={image} alt="" className="size-full object-cover" />
        </Backdrop>
      ) : null}
      <img src={image} alt={section.title} className="relative size-full" style={pictureStyle(placement)} />
    </Zoomed>
  );
}
