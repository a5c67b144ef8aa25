import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { isAt, usePlace } from '../../../hooks/page/use-place.ts';
import { isActive } from '../../../lib/runs/runs.ts';
import { placeUrl } from '../../../lib/stage.ts';

/** The state of the history entry of the stage `generate`, which follows that of `edit`. */
const OVER_EDIT = { over: 'edit' };

/**
 * Manages the stage `generate`, which is the editor while a film renders. Starting a film opens this stage.
 * Back leads to `edit`, and the film continues in the background. If the film fails, or no film is being
 * made, the stage becomes `edit` again.
 */
export function useGenerateStage(
  project: Project,
  { newest, startedHere, starting }: { newest: Run | null; startedHere: boolean; starting: boolean },
): void {
  const place = usePlace();
  const navigate = useNavigate();
  const location = useLocation();
  const entered = useRef<string | null>(null);
  const { stage } = place;
  const latest = newest ?? project.generation;
  const running = isActive(latest) ? latest.id : null;

  useEffect(() => {
    if (!startedHere || running === null || entered.current === running || !isAt(location)) return;
    entered.current = running;
    if (stage === 'edit') void navigate(placeUrl({ ...place, stage: 'generate' }), { state: OVER_EDIT });
  }, [startedHere, running, stage, place, location, navigate]);

  const hasLeft = useRef(false);
  useEffect(() => {
    if (stage !== 'generate') hasLeft.current = false;
    if (stage !== 'generate' || running !== null || starting || hasLeft.current) return;
    // The end of the run may already have changed the URL.
    if (!isAt(location)) return;
    hasLeft.current = true;
    if ((location.state as typeof OVER_EDIT | null)?.over === OVER_EDIT.over) void navigate(-1);
    else void navigate(placeUrl({ ...place, stage: 'edit' }), { replace: true });
  }, [stage, running, starting, place, location, navigate]);
}
