import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { percentText } from '../../../components/run/percent.ts';
import { ProgressBar } from '../../../components/ui/display/ProgressBar.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { plural } from '../../../lib/format.ts';
import { detailText } from '../../../lib/runs/runs.ts';

/** The progress of a translation, with Cancel. */
export function TranslationPanel({ run }: { run: Run }): ReactElement {
  // One item for each text, and one for all titles.
  const translations = Math.max(0, run.steps.total - 1);
  const detail = `${Math.min(run.steps.done, translations)} of ${translations} ${plural(translations, 'translation')}`;
  return <RunPanel run={run} label="Translation" doing="Translating the texts" detail={detail} />;
}

/** The progress of a video that is transcribed again, with Cancel. */
export function TranscriptionPanel({ run }: { run: Run }): ReactElement {
  return (
    <RunPanel
      run={run}
      label="Transcribing"
      doing="Transcribing a video again"
      detail={detailText(run) ?? `${run.stage}…`}
    />
  );
}

interface RecordingPanelProps {
  recording: { place: number; total: number };
  /** The run that records the current narration; `null` before it begins. */
  run: Run | null;
}

/** The progress of the recording of narrations, with Cancel. */
export function RecordingPanel({ recording, run }: RecordingPanelProps): ReactElement {
  const percent = run?.status === 'running' ? ` ${Math.floor(run.percentage)}%` : '';
  return (
    <Notice action={run ? <CancelRun run={run} size="sm" /> : null}>
      <span className="tabular-nums">
        Recording narration {recording.place} of {recording.total}...{percent}
      </span>
    </Notice>
  );
}

interface RunPanelProps {
  run: Run;
  label: string;
  doing: string;
  /** The progress as text, shown while the run is active. */
  detail: string;
}

/** The progress of a run on texts, with its language and Cancel. */
function RunPanel({ run, label, doing, detail }: RunPanelProps): ReactElement {
  const language = useConfig()?.languages.find(({ code }) => code === run.language)?.name;
  return (
    <section aria-label={label} className="panel flex flex-wrap items-center gap-x-6 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-60 space-y-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-medium">
            {doing}
            {language ? <span className="text-muted font-normal"> · {language}</span> : null}
          </p>
          <p className="font-semibold tabular-nums">{percentText(run)}</p>
        </div>
        <ProgressBar label={doing} value={run.percentage} />
        <p className="text-muted text-xs tabular-nums">
          {run.status === 'queued' ? run.message || 'Waiting' : null}
          {run.status === 'running' ? detail : null}
        </p>
      </div>
      <CancelRun run={run} size="sm" />
    </section>
  );
}
