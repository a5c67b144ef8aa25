import { memo, useMemo, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Type } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { type FilmPart, layOut } from '../../../../components/player/film/timeline/timeline.ts';
import { columnsIn, peaksPath } from '../../../../components/player/Peaks.tsx';
import { storyboardStyle } from '../../../../components/ui/display/section-still.ts';
import { filmPeaks } from '../../section/film/peaks.ts';
import { sourceSecond } from '../view/geometry.ts';

/** The width of a still in the strip, whose height is 36 pixels. */
export const TILE = 64;
/** The height of the waveform, in pixels. */
const SOUND = 24;

interface ClipPictureProps {
  section: Section;
  part: FilmPart;
  /** The range of tiles that are rendered, `last` excluded. */
  first: number;
  last: number;
  /** Pixels per second of the film. */
  scale: number;
}

/** The stills of a clip over its waveform. */
export const ClipPicture = memo(function ClipPicture(props: ClipPictureProps): ReactElement {
  const { first, last } = props;
  return (
    <span
      aria-hidden
      className="absolute inset-y-0 block"
      style={{ left: first * TILE, width: (last - first) * TILE }}
    >
      <span className="bg-stage flex h-9">
        <Stills {...props} />
      </span>
      <span className="block h-6">
        <Sound {...props} />
      </span>
    </span>
  );
});

/** The stills of the storyboard at their times. An image, or a video without a storyboard, repeats one still. */
function Stills({ section, part, first, last, scale }: ClipPictureProps): ReactElement {
  const { media, preview, video } = section;
  const board = preview?.storyboard;
  if (media === 'none') {
    return (
      <span className="grid h-full w-16 items-end justify-items-center pb-0.5 text-white/80">
        <Type size={16} />
      </span>
    );
  }
  if (media === 'image' || !board || board.columns * board.rows === 1) {
    const url = preview?.thumbnailUrl ?? video.thumbnail;
    return (
      <span
        className="h-full w-full bg-repeat-x"
        style={{
          backgroundImage: url ? `url("${encodeURI(url)}")` : undefined,
          backgroundSize: `${TILE}px 100%`,
        }}
      />
    );
  }
  const stills = Math.min(
    board.columns * board.rows,
    Math.max(1, Math.ceil(preview.duration / board.intervalSeconds)),
  );
  return (
    <>
      {Array.from({ length: last - first }, (_, index) => {
        const tile = first + index;
        const second = sourceSecond(part.clips, ((tile + 0.5) * TILE) / scale);
        const still = Math.min(stills - 1, Math.floor(second / board.intervalSeconds));
        return <span key={tile} className="h-full w-16 shrink-0" style={storyboardStyle(board, still)} />;
      })}
    </>
  );
}

/** The waveform of the rendered tiles, at the film's volume. */
function Sound({ section, part, first, last, scale }: ClipPictureProps): ReactElement {
  const url = section.preview?.peaksUrl ?? null;
  const perSecond = section.preview?.peaksPerSecond ?? 0;
  const { data: peaks } = useQuery<number[]>({ queryKey: [url], enabled: url !== null });
  const film = useMemo(() => layOut([part]), [part]);
  const path = useMemo(() => {
    if (!peaks) return undefined;
    const sounds = new Map([[part.id, { peaks, perSecond }]]);
    const span = { start: (first * TILE) / scale, end: (last * TILE) / scale };
    return peaksPath(filmPeaks(film, sounds, columnsIn((last - first) * TILE), span), SOUND);
  }, [peaks, perSecond, part, film, first, last, scale]);
  // Without this, the browser creates a layer for each canvas and for everything over it.
  return (
    <svg className="text-muted block size-full fill-current">
      <path d={path} />
    </svg>
  );
}
