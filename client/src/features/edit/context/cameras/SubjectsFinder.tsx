import { useEffect, useLayoutEffect, useRef } from 'react';
import * as calls from '#contract/calls/index.ts';
import { useRunPolling } from '../../../../hooks/runs/use-run-polling.ts';
import { call } from '../../../../lib/api/api.ts';
import { attempt } from '../../../../lib/api/attempt.ts';
import { refreshProject } from '../../../../lib/api/queries.ts';
import { isActive, readRun, useNewestRun } from '../../../../lib/runs/runs.ts';
import { useEditor, useEditorState } from '../editor-context.ts';
import { useFilm } from '../film-context.ts';
import { isCut } from './paths.ts';
import { useCameras } from './use-cameras.ts';

/** Stores the cameras of sections that follow their subject, and starts the face detection once for each video. */
export function SubjectsFinder(): null {
  const editor = useEditor();
  const id = useEditorState((state) => state.projectId);
  const { paths, videos, installed } = useCameras();
  // A layout effect, so that a dragged shot does not jump back before the next paint.
  useLayoutEffect(() => editor.store.setState({ cameras: paths }), [editor, paths]);
  useEffect(() => () => editor.store.setState({ cameras: new Map() }), [editor]);
  const { aspect } = useFilm();
  const sections = useEditorState((state) => state.sections);
  const missing = sections
    .filter((section) => {
      const video = paths.has(section.id) ? videos.get(section.id) : undefined;
      return video?.samples === null && isCut(section, video, aspect);
    })
    .map((section) => section.id)
    .join(' ');
  const run = useNewestRun(id, 'framing');
  const active = isActive(run);
  useRunPolling(null, active ? run : null);
  const requested = useRef(new Set<string>());
  useEffect(() => {
    const sectionIds = missing
      .split(' ')
      .filter((section) => section !== '' && !requested.current.has(section));
    if (!installed || active || sectionIds.length === 0) return;
    for (const section of sectionIds) requested.current.add(section);
    void attempt(
      async () => {
        const { runId } = await call(calls.findSubjects, { params: { id }, body: { sectionIds } });
        if (runId === null) await refreshProject(id);
        else await readRun(runId);
      },
      { title: 'Face Detection Failed', fallback: 'Could not find faces. Please try again.' },
    );
  }, [id, missing, installed, active]);
  return null;
}
