import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CameraPath } from '#film/framing/camera.ts';
import * as calls from '#contract/calls/index.ts';
import type { VideoSubjects } from '#contract/project-subjects.ts';
import { reading } from '../../../../lib/api/queries.ts';
import { useEditorState } from '../editor-context.ts';
import { useFilm } from '../film-context.ts';
import { isFollowing } from '../../section/framing.ts';
import { pathsOf } from './paths.ts';

export interface Cameras {
  /** The camera path of each section that follows its subject, by section ID; absent until its video is known. */
  paths: ReadonlyMap<string, CameraPath>;
  /** Whether face detection is available here; `undefined` until that is known. */
  installed: boolean | undefined;
  /** The videos of sections that follow their subject, by section ID. */
  videos: ReadonlyMap<string, VideoSubjects>;
}

/** Returns the cameras of the sections that follow their subject, as in the film. */
export function useCameras(): Cameras {
  const id = useEditorState((state) => state.projectId);
  const sections = useEditorState((state) => state.sections);
  const { aspect, framing } = useFilm();
  const following = useMemo(
    () => sections.filter((section) => isFollowing(section, framing)),
    [sections, framing],
  );
  const { data } = useQuery({
    ...reading(calls.readSubjects, { params: { id } }),
    enabled: following.length > 0,
    placeholderData: (previous) => previous,
  });
  const videos = useMemo(
    () =>
      new Map(
        (data?.videos ?? []).flatMap((video) =>
          video.sectionIds.map((sectionId) => [sectionId, video] as const),
        ),
      ),
    [data],
  );
  const paths = useMemo(() => pathsOf(following, videos, aspect), [following, videos, aspect]);
  return { paths, installed: data?.installed, videos };
}
