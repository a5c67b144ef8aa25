import type { ReactElement, ReactNode, RefObject } from 'react';
import { clsx } from 'clsx';
import type { Aspect } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';
import type { Clock, PlayerHandle } from '../../../components/player/clock.ts';
import { Player } from '../../../components/player/Player.tsx';
import { StillPlayer } from '../../../components/player/StillPlayer.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { Thumb } from '../../../components/ui/Thumb.tsx';
import { usePreparingOf } from '../store/editor-context.ts';
import { TitleCard } from './TitleCard.tsx';

interface PreviewStageProps {
  section: Section;
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
  aspect: Aspect;
  onEnd: () => void;
  before: ReactNode;
  after: ReactNode;
  className?: string | undefined;
}

/** What a section shows: its video, its image, its title card, or that it is still being prepared. */
export function PreviewStage({ section, player, ...rest }: PreviewStageProps): ReactElement {
  const preparing = usePreparingOf(section);
  const { preview, media } = section;
  if (preparing !== null) {
    return (
      <div
        className={clsx(
          'bg-stage flex aspect-video w-full flex-col items-center justify-center gap-3 rounded-lg text-white',
          rest.className,
        )}
      >
        <Spinner size={28} />
        <p className="tabular-nums">Preparing… {preparing}%</p>
      </div>
    );
  }
  if (media === 'video' && preview?.videoUrl) {
    return (
      <Player
        label="Preview"
        src={preview.videoUrl}
        poster={preview.thumbnailUrl}
        start={section.startTime}
        end={section.endTime}
        silent={section.voice === 'muted'}
        handle={player}
        {...rest}
      />
    );
  }
  const image = preview?.thumbnailUrl;
  if (media === 'video') {
    return (
      <Thumb src={image ?? section.video.thumbnail} className={clsx('w-full rounded-lg', rest.className)} />
    );
  }
  return (
    <StillPlayer
      label="Preview"
      key={section.id}
      length={section.effectiveDuration}
      handle={player}
      {...rest}
    >
      {media === 'image' && image ? (
        <img src={image} alt={section.title} className="size-full object-contain" />
      ) : (
        <TitleCard title={section.title} aspect={rest.aspect} />
      )}
    </StillPlayer>
  );
}
