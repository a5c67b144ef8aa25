import { lazy, Suspense, useEffect, useRef, useState, type ReactElement } from 'react';
import { Bell } from 'lucide-react';
import { clsx } from 'clsx';
import type { Run } from '#contract/runs.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Disclosure, SHEET } from '../../../components/ui/controls/Disclosure.tsx';
import { ProgressRing } from '../../../components/ui/display/ProgressRing.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { usePlace } from '../../../hooks/page/use-place.ts';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { plural } from '../../../lib/format.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';
import { isActive, useNewestRun, useRuns } from '../../../lib/runs/runs.ts';
import { useRecordings } from '../context/runs/recordings.ts';
import { useUnrecorded } from '../context/use-film-preview.ts';
import { useDismissed } from './dismissed.ts';
import { noticesOf, type NoticeSources } from './notices.ts';

const NoticeList = lazy(async () => ({
  default: (await loadPart(() => import('./NoticeList.tsx'))).NoticeList,
}));

interface NoticesButtonProps extends Omit<NoticeSources, 'translating' | 'unrecorded'> {
  /** The active run of a film. */
  generation: Run | null;
  translation: { run: Run | null; starting: boolean; start: () => void };
  /** The IDs of the runs that existed when the editor opened. */
  found: ReadonlySet<string>;
}

/**
 * The button for the notices and runs of a project, of constant size. It shows the number of notices and the
 * progress of a run. A run that begins opens the panel, which covers the page below the inspector's tabs, so
 * that nothing moves.
 */
export function NoticesButton(props: NoticesButtonProps): ReactElement {
  const { project, generation, failed, plan, translation, found } = props;
  const { stage } = usePlace();
  const newest = useNewestRun(project.id, 'hearing');
  const hearing = isActive(newest) ? newest : null;
  useRunPolling(project.id, hearing);
  const recorded = useRecordings((all) => all[project.id]);
  const recordingRun = useRuns(({ runs }) => runs[recorded?.runId ?? ''] ?? null);
  useRunPolling(null, recordingRun);
  const recording = recorded ? { recording: recorded, run: recordingRun } : null;

  const missing = useUnrecorded();
  const unrecorded = recorded ? [] : missing;
  const all = noticesOf({ project, failed, plan, translating: translation.run !== null, unrecorded });
  const { isDismissed, dismiss, restore } = useDismissed(
    project.id,
    all.map(({ key }) => key),
  );
  const notices = all.filter(({ key, kind }) => kind === 'draft' || !isDismissed(key));
  const active = [generation, hearing, translation.run].filter((run) => run !== null);
  const working = active.length + (recorded ? 1 : 0);
  // A run that already existed does not open the panel, unless the page is that of its progress.
  const started = active.filter(
    ({ id }) => !found.has(id) || (id === generation?.id && stage === 'generate'),
  );
  const [open, setOpen] = useState(false);
  useOnNew([...started.map(({ id }) => id), ...(recorded ? ['recording'] : [])].join(), () => setOpen(true));
  const percentage = (active[0] ?? recordingRun)?.percentage ?? 0;
  const tone = notices.some((notice) => notice.tone === 'danger')
    ? 'bg-danger'
    : notices.some((notice) => notice.tone === 'warn')
      ? 'bg-warn'
      : 'bg-accent';
  const count = notices.length;
  const name = count === 0 ? 'Notices' : `${count} ${plural(count, 'notice')}`;
  return (
    <Disclosure
      headed
      label="Notices"
      buttonLabel={working > 0 ? `${name}, ${working} in progress` : name}
      buttonClassName={buttonClass({ look: 'quiet', size: 'icon', className: 'relative' })}
      className="shrink-0"
      // The tabs of the inspector and the player stay in view.
      panelClassName={clsx(SHEET, 'lg:mt-16 lg:max-h-[calc(100dvh-14.5rem)]! lg:max-xl:w-78!')}
      open={open}
      onOpenChange={setOpen}
      button={
        <>
          {working === 0 ? (
            <Bell aria-hidden size={18} />
          ) : percentage > 0 ? (
            <ProgressRing value={percentage} size={18} />
          ) : (
            <Spinner size={18} />
          )}
          {count > 0 ? (
            <span
              className={clsx(
                'text-on-accent absolute -top-0.5 -right-1 h-4 min-w-4 rounded-full px-1 text-center text-xs',
                tone,
              )}
            >
              {count}
            </span>
          ) : null}
        </>
      }
    >
      <Suspense fallback={null}>
        <NoticeList
          project={project}
          runs={{ generation, hearing, translation: translation.run, recording }}
          notices={notices}
          hidden={all.length - count}
          translation={translation}
          onDismiss={dismiss}
          onRestore={restore}
        />
      </Suspense>
    </Disclosure>
  );
}

/** Calls back when one of the comma-separated IDs is new, unless someone is typing in a field. */
function useOnNew(ids: string, onNew: () => void): void {
  const previous = useRef('');
  useEffect(() => {
    const before = previous.current.split(',');
    previous.current = ids;
    const isNew = ids !== '' && ids.split(',').some((id) => !before.includes(id));
    if (isNew && !document.activeElement?.matches('input:not([type=checkbox]), textarea')) onNew();
    // oxlint-disable-next-line react/exhaustive-deps -- only when the ids change
  }, [ids]);
}
