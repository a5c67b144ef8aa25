import type { ReactElement } from 'react';
import { Square, Volume2 } from 'lucide-react';
import { CancelRun } from '../../../components/run/CancelRun.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import type { Listening } from '../context/use-listening.ts';

interface ListenButtonProps {
  listening: Listening;
  inactive?: boolean;
}

/** A button that plays and stops a recording. While it is being recorded, shows its progress and Cancel. */
export function ListenButton({ listening, inactive = false }: ListenButtonProps): ReactElement {
  const { state, run, press } = listening;
  if (state === 'recording') {
    const percent = run?.status === 'running' ? `${Math.floor(run.percentage)}%` : null;
    return (
      <span className="flex h-10 items-center gap-2">
        <span className="text-muted text-xs tabular-nums">
          {percent === null ? 'Waiting...' : `Recording... ${percent}`}
        </span>
        {run ? <CancelRun run={run} size="sm" /> : null}
      </span>
    );
  }
  const playing = state === 'playing';
  return (
    <Button inactive={inactive || state === 'asking'} onClick={press}>
      {playing ? <Square aria-hidden size={16} /> : <Volume2 aria-hidden size={16} />}
      {playing ? 'Stop' : state === 'asking' ? 'Listen...' : 'Listen'}
    </Button>
  );
}
