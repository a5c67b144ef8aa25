import type { ReactElement } from 'react';
import { Pencil } from 'lucide-react';
import type { Run } from '#contract/runs.ts';
import { RetryRun } from '../../components/run/RetryRun.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { type FilmProgress, isFilmAwaited } from '../../lib/runs/film-progress.ts';
import { isActive } from '../../lib/runs/runs.ts';
import { ProgressPanel } from './ProgressPanel.tsx';

const STEPS = ['Choosing the best parts of your videos', 'Making the film'] as const;

interface FilmPanelProps {
  /** `null` until the server answers the start. */
  film: FilmProgress | null;
}

/** The progress of a film that is made from videos: two steps with one percentage. */
export function FilmPanel({ film }: FilmPanelProps): ReactElement {
  const step = film?.step ?? 1;
  const title = film?.run.projectTitle;
  const isOpen = isActive(film?.run) || isFilmAwaited(film);
  return (
    <ProgressPanel
      heading="Making your film"
      lead={`Step ${step} of 2${title ? ` for “${title}”` : ''}`}
      run={film && shownRun(film)}
      percentage={film?.percentage ?? 0}
      label="Making the film"
      items={STEPS.map((text, index) => ({
        text,
        passed: index + 1 < step,
        state: index + 1 < step ? 'done' : index + 1 === step ? 'now' : 'later',
      }))}
      note={
        step === 1
          ? 'You can leave this page. We’ll save the film in My Videos. If processing fails, your credit is refunded.'
          : 'You can leave this page. We’ll save the film in My Videos. If you cancel, you keep the sections.'
      }
      cancels={film && isOpen ? film.run : null}
    />
  );
}

/** Returns the run of a film's step as the panel shows it. */
function shownRun(film: FilmProgress): Run {
  if (isFilmAwaited(film)) {
    // The processing's own message is about the end of the processing.
    return { ...film.run, stage: 'Starting the film', steps: { done: 0, total: 0, reused: 0 } };
  }
  // The time left until the sections exist is not the time left until the film exists.
  return film.step === 1 ? { ...film.run, estimate: null } : film.run;
}

/** Shows why the film after a processing failed. Its sections remain. */
export function FailedFilmPanel({ run, onEdit }: { run: Run; onEdit: () => void }): ReactElement {
  const heading = useStageFocus();
  return (
    <section className="panel mx-auto mt-2 w-full max-w-xl space-y-4 p-5 sm:mt-8 sm:p-8">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
        Your film couldn’t be finished
      </h1>
      <p role="alert" className="text-danger break-words">
        {run.message}
      </p>
      <p className="text-muted">Your sections are saved. Trying again is free.</p>
      <div className="flex flex-wrap gap-3">
        <RetryRun run={run} />
        <Button size="sm" onClick={onEdit}>
          <Pencil aria-hidden size={16} /> Edit sections
        </Button>
      </div>
    </section>
  );
}
