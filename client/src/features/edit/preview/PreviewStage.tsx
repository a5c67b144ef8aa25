import type { ReactElement, ReactNode } from 'react';
import { clsx } from 'clsx';
import type { Section } from '#contract/sections.ts';
import { Player } from '../../../components/player/Player.tsx';
import { StillPlayer } from '../../../components/player/StillPlayer.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { Thumb } from '../../../components/ui/Thumb.tsx';
import { useFilm } from '../context/film-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { usePreparingOf } from '../context/use-preparing.ts';
import { spanOf } from '../section/ranges.ts';
import { TitleCard } from './TitleCard.tsx';

interface PreviewStageProps {
  section: Section;
  onEnd: () => void;
  before: ReactNode;
  after: ReactNode;
  className?: string | undefined;
}

/** A section's contents: its video, image, title card, or a note that it is being prepared. */
export function PreviewStage({ section, ...rest }: PreviewStageProps): ReactElement {
  const playback = usePlayback();
  const { aspect } = useFilm();
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
        {...spanOf(section)}
        speed={section.speed}
        silent={section.voice === 'muted'}
        clock={playback.clock}
        handle={playback.player}
        aspect={aspect}
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
      clock={playback.clock}
      handle={playback.player}
      aspect={aspect}
      {...rest}
    >
      {media === 'image' && image ? (
        <img src={image} alt={section.title} className="size-full object-contain" />
      ) : (
        <TitleCard title={section.title} aspect={aspect} />
      )}
    </StillPlayer>
  );
}
