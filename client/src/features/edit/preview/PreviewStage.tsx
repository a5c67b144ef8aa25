import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';
import type { Section } from '#contract/sections.ts';
import { Player } from '../../../components/player/Player.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { Thumb } from '../../../components/ui/display/Thumb.tsx';
import type { CameraPath } from '#film/framing/camera.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { usePreparingOf } from '../context/queries.ts';
import { placementOf } from '../section/framing.ts';
import { spanOf } from '../section/ranges.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';
import { usePlayed } from './video/use-played.ts';

const CropHandle = lazy(async () => ({
  default: (await loadPart(() => import('../parts/CropHandle.tsx'))).CropHandle,
}));

const FollowHandle = lazy(async () => ({
  default: (await loadPart(() => import('../parts/follow/FollowHandle.tsx'))).FollowHandle,
}));

const StillPreview = lazy(async () => ({
  default: (await loadPart(() => import('./StillPreview.tsx'))).StillPreview,
}));

const Unplayed = lazy(async () => ({
  default: (await loadPart(() => import('./video/Unplayed.tsx'))).Unplayed,
}));

const SectionCaptions = lazy(async () => ({
  default: (await loadPart(() => import('./SectionTexts.tsx'))).SectionCaptions,
}));

const SectionThird = lazy(async () => ({
  default: (await loadPart(() => import('./SectionTexts.tsx'))).SectionThird,
}));

interface PreviewStageProps {
  section: Section;
  onEnd: () => void;
  before: ReactNode;
  after: ReactNode;
  className?: string | undefined;
}

/** The crop of a section's picture while it is dragged. */
interface Dragged {
  id: string;
  to: number | CameraPath;
}

/** The preview of a section: its video, image, title card, or a note that it is being prepared. */
export function PreviewStage({ section, ...rest }: PreviewStageProps): ReactElement {
  const editor = useEditor();
  const playback = usePlayback();
  const { aspect, framing, captionLook } = useFilm();
  const preparing = usePreparingOf(section);
  const { preview, media } = section;
  const camera = useEditorState((state) => state.cameras.get(section.id));
  const placed = placementOf(section, framing);
  const played = usePlayed(section, playback.clock);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const to = dragged?.id === section.id ? dragged.to : null;
  const placement = typeof to === 'number' ? { ...placed, crop: to } : placed;
  const handle =
    placement.framing === 'fill' ? (
      <Suspense fallback={null}>
        <CropHandle
          key={section.id}
          crop={placement.crop}
          bars={placement.bars}
          aspect={aspect}
          onDrag={(crop) => setDragged(crop === null ? null : { id: section.id, to: crop })}
          // Several key presses form one edit.
          onChange={(crop) => editor.saver.edit(section.id, { crop })}
          onPress={() => playback.player.current?.toggle()}
        />
      </Suspense>
    ) : camera ? (
      <Suspense fallback={null}>
        <FollowHandle
          key={section.id}
          section={section}
          path={camera}
          dragged={typeof to === 'object' ? to : null}
          bars={placement.bars}
          aspect={aspect}
          onDrag={(path) => setDragged(path && { id: section.id, to: path })}
        />
      </Suspense>
    ) : null;
  const captions =
    captionLook && section.captions ? (
      <Suspense fallback={null}>
        <SectionCaptions section={section} look={captionLook} />
      </Suspense>
    ) : null;
  const third =
    section.lowerName === '' ? null : (
      <Suspense fallback={null}>
        <SectionThird section={section} />
      </Suspense>
    );
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
  if (media === 'video' && preview && played.url) {
    return (
      <Player
        label="Preview"
        src={played.url}
        onFail={played.onFail}
        poster={preview.thumbnailUrl}
        {...spanOf(section)}
        cuts={section.cuts}
        speed={section.speed}
        volume={section.volume}
        fadeIn={section.fadeIn}
        fadeOut={section.fadeOut}
        silent={section.voice === 'muted'}
        placement={placement}
        clock={playback.clock}
        handle={playback.player}
        aspect={aspect}
        over={
          <>
            {third}
            {captions}
            {handle}
          </>
        }
        {...rest}
      />
    );
  }
  if (media === 'video' && preview) {
    return (
      <Suspense
        fallback={<div className={clsx('bg-stage aspect-video w-full rounded-lg', rest.className)} />}
      >
        <Unplayed section={section} className={rest.className} />
      </Suspense>
    );
  }
  if (media === 'video') {
    return <Thumb src={section.video.thumbnail} className={clsx('w-full rounded-lg', rest.className)} />;
  }
  return (
    <Suspense fallback={<div className={clsx('bg-stage aspect-video w-full rounded-lg', rest.className)} />}>
      <StillPreview key={section.id} section={section} placement={placement} {...rest}>
        {third}
        {captions}
        {section.media === 'image' ? handle : null}
      </StillPreview>
    </Suspense>
  );
}
