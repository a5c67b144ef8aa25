import type { ReactElement } from 'react';
import { ExternalLink } from 'lucide-react';
import type { Publication } from '#contract/channel.ts';
import type { Film, Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { percentText } from '../../../components/run/percent.ts';
import { RetryRun } from '../../../components/run/RetryRun.tsx';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { ProgressBar } from '../../../components/ui/display/ProgressBar.tsx';
import { useRunPolling } from '../../../hooks/runs/use-run-polling.ts';
import { formatTimeOfDay } from '../../../lib/format.ts';
import { isActive, stageText, useNewestRun } from '../../../lib/runs/runs.ts';

/** Shows the film's upload to YouTube: its progress, its failure, and then its link there. */
export function PublishPanel({
  project,
  film,
}: {
  project: Project;
  film: Film | null;
}): ReactElement | null {
  const run = useNewestRun(project.id, 'publishing');
  const active = isActive(run) ? run : null;
  useRunPolling(project.id, active);
  const published = project.publications.find(({ language }) => language === film?.language);
  const failed = run?.status === 'failed' ? run : null;
  if (!film || (!published && !active && !failed)) return null;
  return (
    <section aria-label="YouTube" className="panel space-y-3 py-3 pr-3 pl-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-48">
          <span className="font-medium">
            {published ? 'On YouTube:' : active ? 'Uploading to YouTube' : 'Not on YouTube yet.'}
          </span>{' '}
          <span className="text-muted break-words">
            {published
              ? `${published.title} (${visibilityOf(published)}${published.isNewest ? '' : ', an older version'})`
              : null}
          </span>
        </p>
        {published ? (
          <a href={published.url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
            <ExternalLink aria-hidden size={16} /> Watch on YouTube
          </a>
        ) : null}
      </div>
      {active ? <Publishing run={active} /> : null}
      {failed ? (
        <Notice tone="danger" action={<RetryRun run={failed} />}>
          {failed.message}
        </Notice>
      ) : null}
    </section>
  );
}

/** Whether viewers can see a published film, and from when. */
function visibilityOf({ privacy, publishAt }: Publication): string {
  if (publishAt === null) return privacy;
  return Date.parse(publishAt) > Date.now() ? `public from ${formatTimeOfDay(publishAt)}` : 'public';
}

function Publishing({ run }: { run: Run }): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-44 space-y-1.5">
        <p className="flex justify-between gap-4 text-sm">
          <span>{stageText(run)}</span>
          <span className="font-semibold tabular-nums">{percentText(run)}</span>
        </p>
        <ProgressBar label="Uploading to YouTube" value={run.percentage} />
      </div>
      <CancelRun run={run} size="sm" />
    </div>
  );
}
