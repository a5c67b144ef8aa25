import type { ReactElement } from 'react';
import type { Project } from '#contract/projects.ts';
import { RetryRun } from '../../../components/run/RetryRun.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';

/** Explains why a project has no sections. A cancelled processing is not a warning. */
export function Unfinished({ project: { processing, sections } }: { project: Project }): ReactElement | null {
  const cancelled = processing?.status === 'cancelled';
  if (!processing || sections.length > 0 || !(cancelled || processing.status === 'failed')) return null;
  return (
    <Notice tone={cancelled ? 'info' : 'warn'} action={<RetryRun run={processing} />}>
      {cancelled
        ? 'Processing was cancelled. Your credit is back.'
        : `Processing failed: ${processing.message}`}
    </Notice>
  );
}
