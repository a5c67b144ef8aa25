import { useEffect, useRef, type ReactElement } from 'react';
import { type CameraPath, cropAt, shotAt } from '#film/framing/camera.ts';
import type { Bars } from '#contract/bars.ts';
import type { Section } from '#contract/sections.ts';
import type { Aspect } from '#contract/shapes.ts';
import { followCamera } from '../../../../components/player/camera/follow-camera.ts';
import { useEditor } from '../../context/editor-context.ts';
import { useClock, usePlayback } from '../../context/playback-context.ts';
import { withShotCrop } from '#film/framing/shot-crops.ts';
import { CropHandle } from '../CropHandle.tsx';

interface FollowHandleProps {
  section: Section;
  path: CameraPath;
  /** The camera of the shot that is dragged; `null` if no shot is dragged. */
  dragged: CameraPath | null;
  bars: Bars | undefined;
  aspect: Aspect;
  /** Previews a camera while a shot is dragged; `null` restores the earlier one. */
  onDrag: (path: CameraPath | null) => void;
}

/** Covers a picture that follows its subject. A drag sets the position of the current shot. */
export function FollowHandle({
  section,
  path,
  dragged,
  bars,
  aspect,
  onDrag,
}: FollowHandleProps): ReactElement {
  const editor = useEditor();
  const { player } = usePlayback();
  const over = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const video = over.current?.closest('[data-film-picture]')?.querySelector('video');
    return video ? followCamera(video, dragged ?? path) : undefined;
  }, [path, dragged]);
  const crop = useClock(({ time }) => Math.round(cropAt(dragged ?? path, time * 1000) * 100) / 100);
  const startMs = useClock(({ time }) => shotAt(path, time * 1000)?.startMs ?? 0);
  const endMs = path.find((shot) => shot.startMs > startMs)?.startMs ?? Infinity;
  return (
    <>
      <div ref={over} hidden />
      <CropHandle
        crop={crop}
        bars={bars}
        aspect={aspect}
        onDrag={(to) => onDrag(to === null ? null : [{ startMs: 0, points: [{ atMs: 0, crop: to }] }])}
        onChange={(to) =>
          editor.saver.edit(section.id, {
            shotCrops: withShotCrop(section.shotCrops, { startMs, endMs }, to),
          })
        }
        onPress={() => player.current?.toggle()}
      />
    </>
  );
}
