import { useRef, type ReactElement } from 'react';
import type { Bars } from '#contract/bars.ts';
import { CARD_LIGHT } from '#film/framing/framing.ts';
import type { Placement } from '#contract/placement.ts';
import type { Section } from '#contract/sections.ts';
import type { Aspect } from '#contract/shapes.ts';
import {
  barStyle,
  ImageBackdrop,
  pictureStyle,
  VideoBackdrop,
} from '../../../components/player/Backdrop.tsx';
import type { Clock } from '../../../components/player/clock.ts';
import { TitleCard } from '../../../components/player/drawn/TitleCard.tsx';
import { useEditorState } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { Zoomed } from '../parts/Zoomed.tsx';
import { frameOfCard } from '../section/framing.ts';

interface StillPictureProps {
  section: Section;
  placement: Placement;
  clock: Clock;
  /** The start of the still on the clock, in seconds. */
  start: number;
}

/** An image or a title card as in the film. */
export function StillPicture({ section, placement, clock, start }: StillPictureProps): ReactElement {
  const { aspect } = useFilm();
  const image = section.preview?.thumbnailUrl;
  const opens = useEditorState(({ sections }) => sections[0]?.id === section.id);
  const card = {
    title: section.title,
    subtitle: section.cardSubtitle.trim(),
    aspect,
    placement,
    motion: { clock, start, length: section.effectiveDuration, opens },
  };
  const url = useEditorState(({ sections }) => frameOfCard(section, sections)?.url ?? null);
  const second = useEditorState(({ sections }) => frameOfCard(section, sections)?.second ?? 0);
  const bars = useEditorState(({ sections }) => frameOfCard(section, sections)?.bars);
  if (section.media !== 'image' || !image) {
    return (
      <TitleCard
        {...card}
        behind={
          url === null ? null : <CardFrame key={`${url} ${second}`} {...{ url, second, bars, aspect }} />
        }
      />
    );
  }
  const picture = (
    <Zoomed zoom={placement.zoom} clock={clock} start={start} length={section.effectiveDuration}>
      {placement.framing === 'blurred' ? <ImageBackdrop src={image} aspect={aspect} /> : null}
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

interface CardFrameProps {
  url: string;
  second: number;
  bars: Bars | undefined;
  aspect: Aspect;
}

/** The blurred frame of a video behind a card's title. */
function CardFrame({ url, second, bars, aspect }: CardFrameProps): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  return (
    <>
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="auto"
        onLoadedMetadata={(event) => {
          event.currentTarget.currentTime = second;
        }}
        className="absolute inset-0 size-full"
        style={barStyle(bars)}
      />
      <VideoBackdrop video={video} aspect={aspect} light={CARD_LIGHT} />
    </>
  );
}
