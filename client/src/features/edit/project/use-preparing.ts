import { useEffect } from 'react';
import type { Project } from '#contract/projects.ts';
import { GENERATION_POLL_MS } from '../../../config/constants.ts';
import { refreshProject } from '../../../lib/queries.ts';
import { useTransport } from '../../../lib/realtime.ts';
import { isActive, useRuns } from '../../../lib/runs.ts';
import { useEditor } from '../store/editor-context.ts';

/** Keeps the editor told how far the project's uploads are prepared; asks for it while nothing is pushed. */
export function usePreparing(project: Project): void {
  const editor = useEditor();
  const live = useTransport((state) => state.live);
  const percent = useRuns(({ runs }) => {
    const active = project.preparations.map((run) => runs[run.id] ?? run).filter(isActive);
    if (active.length === 0) return null;
    return Math.round(active.reduce((sum, run) => sum + run.percentage, 0) / active.length);
  });
  useEffect(() => editor.setState({ preparing: percent }), [editor, percent]);

  const asking = !live && percent !== null;
  useEffect(() => {
    if (!asking) return;
    const timer = setInterval(() => void refreshProject(project.id), GENERATION_POLL_MS);
    return () => clearInterval(timer);
  }, [asking, project.id]);
}
