import type { ReactElement } from 'react';
import type { Placement } from '#contract/framing.ts';
import type { Section } from '#contract/sections.ts';
import { Backdrop, pictureStyle } from '../../../components/player/Backdrop.tsx';
import { useFilm } from '../context/film-context.ts';
import { TitleCard } from './TitleCard.tsx';

interface StillPictureProps {
  section: Section;
  placement: Placement;
}

/** An image or a title card as in the film. */
export function StillPicture({ section, placement }: StillPictureProps): ReactElement {
  const { aspect } = useFilm();
  const image = section.preview?.thumbnailUrl;
  if (section.media !== 'image' || !image) return <TitleCard title={section.title} aspect={aspect} />;
  return (
    <>
      {placement.framing === 'blurred' ? (
        <Backdrop>
          <img src={image} alt="" className="size-full object-cover" />
        </Backdrop>
      ) : null}
      <img src={image} alt={section.title} className="relative size-full" style={pictureStyle(placement)} />
    </>
  );
}
