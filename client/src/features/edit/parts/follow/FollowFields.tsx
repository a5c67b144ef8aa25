import type { ReactElement } from 'react';
import { shotAt } from '#film/framing/camera.ts';
import type { Section } from '#contract/sections.ts';
import type { Aspect } from '#contract/shapes.ts';
import { Button } from '../../../../components/ui/controls/Button.tsx';
import { percentText } from '../../../../components/run/percent.ts';
import { isActive, useNewestRun } from '../../../../lib/runs/runs.ts';
import { isCut } from '../../context/cameras/paths.ts';
import { type Cameras, useCameras } from '../../context/cameras/use-cameras.ts';
import { useEditor, useEditorState } from '../../context/editor-context.ts';
import { useFilm } from '../../context/film-context.ts';
import { useClock } from '../../context/playback-context.ts';
import { withoutShotCrop } from '#film/framing/shot-crops.ts';

/** Shows what a section's camera follows, and how to correct a shot. */
export function FollowFields({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const projectId = useEditorState((state) => state.projectId);
  const cameras = useCameras();
  const { aspect } = useFilm();
  const run = useNewestRun(projectId, 'framing');
  const path = cameras.paths.get(section.id) ?? [];
  const startMs = useClock(({ time }) => shotAt(path, time * 1000)?.startMs ?? 0);
  const endMs = path.find((shot) => shot.startMs > startMs)?.startMs ?? Infinity;
  const remaining = withoutShotCrop(section.shotCrops, { startMs, endMs });
  return (
    <div className="space-y-1.5">
      <p className="text-muted text-xs">
        {isActive(run) ? `Finding faces… ${percentText(run)}` : followWords(section, cameras, aspect)}
      </p>
      <Button
        size="sm"
        inactive={remaining.length === section.shotCrops.length}
        onClick={() => editor.saver.set(section.id, { shotCrops: remaining })}
      >
        Reset this shot
      </Button>
    </div>
  );
}

/** Describes what the picture follows, or why it does not follow anything. */
function followWords(section: Section, { installed, videos }: Cameras, aspect: Aspect): string {
  const { id, startTime, endTime } = section;
  if (installed === undefined) return 'Follows the faces in the picture.';
  if (!installed) {
    return 'Face detection isn’t installed, so the picture is cropped around its centre. Install it in Settings, under “Languages on this machine”.';
  }
  const video = videos.get(id);
  if (video && !isCut(section, video, aspect))
    return 'The video has the film’s aspect ratio, so nothing is cropped.';
  const samples = video?.samples;
  if (!samples) return 'We’ll find faces when you generate the film.';
  const isSeen = samples.some(
    ({ atMs, faces }) => faces.length > 0 && atMs >= startTime * 1000 - 1000 && atMs < endTime * 1000,
  );
  return isSeen
    ? 'Follows the faces in the picture. Drag it to frame a shot yourself.'
    : 'No faces found, so the picture is cropped around its centre. Drag it to frame a shot yourself.';
}
