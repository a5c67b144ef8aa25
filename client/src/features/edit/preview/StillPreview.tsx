import type { ReactElement, ReactNode } from 'react';
import type { Placement } from '#contract/placement.ts';
import type { Section } from '#contract/sections.ts';
import { StillPlayer } from '../../../components/player/still/StillPlayer.tsx';
import { useFilm } from '../context/film-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { StillPicture } from './StillPicture.tsx';

interface StillPreviewProps {
  section: Section;
  placement: Placement;
  onEnd: () => void;
  before: ReactNode;
  after: ReactNode;
  className?: string | undefined;
  /** Elements that are drawn over the image. */
  children: ReactNode;
}

/** The player of an image or a title card. Each section needs its own `key`. */
export function StillPreview({ section, placement, children, ...rest }: StillPreviewProps): ReactElement {
  const { clock, player } = usePlayback();
  const { aspect } = useFilm();
  return (
    <StillPlayer
      label="Preview"
      length={section.effectiveDuration}
      clock={clock}
      handle={player}
      aspect={aspect}
      {...rest}
    >
      <StillPicture section={section} placement={placement} clock={clock} start={0} />
      {children}
    </StillPlayer>
  );
}
