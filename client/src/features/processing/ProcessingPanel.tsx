import type { ReactElement } from 'react';
import type { Run } from '#contract/runs.ts';
import { estimateText } from '../../lib/format.ts';
import { isActive } from '../../lib/runs/runs.ts';
import { ProgressPanel, type ProgressItem } from './ProgressPanel.tsx';

/** Each item turns green once the progress has passed its figure. The texts correspond to a run's stages. */
const CHECKLIST = [
  { after: 20, text: 'Extracting video segments' },
  { after: 50, text: 'Generating transcriptions' },
  { after: 80, text: 'Creating editable sections' },
];

/** The actual state of an item, independent of its colour. */
function stateOf(index: number, run: Run | null): ProgressItem['state'] {
  if (run?.status === 'completed') return 'done';
  const at = CHECKLIST.findIndex(({ text }) => text === run?.stage);
  if (at < 0 || index > at) return 'later';
  return index < at ? 'done' : 'now';
}

interface ProcessingPanelProps {
  title: string | null;
  run: Run | null;
  percentage: number;
}

export function ProcessingPanel({ title, run, percentage }: ProcessingPanelProps): ReactElement {
  return (
    <ProgressPanel
      heading="AI Processing"
      lead={
        <>
          {title ? <>Splitting “{title}” into sections… </> : null}
          {/* Only one estimate at a time: the run's own estimate is below the bar. */}
          {run && estimateText(run.estimate) ? null : 'This usually takes 2-3 minutes.'}
        </>
      }
      run={run}
      percentage={percentage}
      estimated={run === null}
      label="Processing"
      items={CHECKLIST.map(({ after, text }, index) => ({
        text,
        passed: percentage > after,
        state: stateOf(index, run),
      }))}
      note="You can leave this page. We’ll save the project in My Videos. If processing fails, your credit is refunded."
      cancels={isActive(run) ? run : null}
    />
  );
}
