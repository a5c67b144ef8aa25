import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from './CancelRun.tsx';
import { NotifyMe } from './NotifyMe.tsx';
import { percentText } from './percent.ts';
import { TransportDot } from './TransportDot.tsx';
import { ProgressBar } from '../ui/display/ProgressBar.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { estimateText } from '../../lib/format.ts';
import { detailText, stageText, stepsText } from '../../lib/runs/runs.ts';

/** The progress of a film: stage, percent, time left, Cancel. */
export function GenerationPanel({ run }: { run: Run }): ReactElement {
  const languages = useConfig()?.languages;
  const language = languages?.find(({ code }) => code === run.language)?.name;
  const { reused } = run.steps;
  const detail = detailText(run);
  return (
    <section
      aria-label="Generation"
      className="panel animate-rise flex flex-wrap items-center gap-x-6 gap-y-3 p-4 lg:px-3 lg:py-2"
    >
      <div className="min-w-0 flex-1 basis-72 space-y-2 lg:space-y-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-medium">
            {stageText(run)}
            {language ? <span className="text-muted font-normal"> · {language}</span> : null}
          </p>
          <p className="font-semibold tabular-nums">{percentText(run)}</p>
        </div>
        <ProgressBar label="Generating the video" value={run.percentage} />
        <p className="text-muted flex min-h-4 flex-wrap justify-between gap-x-4 gap-y-2 text-xs tabular-nums">
          <span>
            {detail ? `${detail} · ` : null}
            {stepsText(run)}
            {reused > 0 ? ` (${reused} reused)` : null}
          </span>
          <span>{estimateText(run.estimate)}</span>
          <span className="max-lg:basis-full">
            You can leave this page. We’ll save the video in My Videos.
          </span>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <NotifyMe />
        <TransportDot />
        <CancelRun run={run} size="sm" />
      </div>
    </section>
  );
}
