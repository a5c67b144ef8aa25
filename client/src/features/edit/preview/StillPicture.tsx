import type { ReactElement } from 'react';
import { CARD_LIGHT, type Placement } from '#contract/framing.ts';
import type { Section } from '#contract/sections.ts';
import { Backdrop, pictureStyle } from '../../../components/player/Backdrop.tsx';
import type { Clock } from '../../../components/player/clock.ts';
import { useEditorState } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { Zoomed } from '../parts/Zoomed.tsx';
import { frameOfCard } from '../section/framing.ts';
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
  const card = { title: section.title, aspect, placement };
  const url = useEditorState(({ sections }) => frameOfCard(section, sections)?.url ?? null);
  const second = useEditorState(({ sections }) => frameOfCard(section, sections)?.second ?? 0);
  if (section.media !== 'image' || !image) {
    return <TitleCard {...card} behind={url === null ? null : <CardFrame url={url} second={second} />} />;
  }
  const picture = (
    <Zoomed zoom={placement.zoom} clock={clock} start={start} length={section.effectiveDuration}>
      {placement.framing === 'blurred' ? (
        <Backdrop>
          <img src={image} alt="" className="size-full object-cover" />
        </Backdrop>
      ) : null}
      <img src={image} alt={section.title} className="relative size-full" style={pictureStyle(placement)} />
    </Zoomed>
  );
  if (!placement.titled) return picture;
  return (
    <TitleCard
      {...card}
      behind={
        <>
          {picture}
          <div className="absolute inset-0 bg-black" style={{ opacity: 1 - CARD_LIGHT }} />
        </>
      }
    />
  );
}

/** The blurred frame of a video behind a card's title. */
function CardFrame({ url, second }: { url: string; second: number }): ReactElement {
  return (
    <Backdrop light={CARD_LIGHT}>
      <video
        // Another second is another picture.
        key={`${url} ${second}`}
        src={url}
        muted
        playsInline
        preload="auto"
        onLoadedMetadata={(event) => {
          event.currentTarget.currentTime = second;
        }}
        className="size-full object-cover"
      />
    </Backdrop>
  );
}
