import { lazy, Suspense, useMemo, type ReactElement } from 'react';
import { useRuns } from '../../../lib/runs/runs.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const ChannelUpload = lazy(async () => ({
  default: (await loadPart(() => import('./ChannelUpload.tsx'))).ChannelUpload,
}));

/**
 * Lists the creator's videos that are being sent to the channel, the newest first. Each result stays until it
 * is dismissed.
 */
export function ChannelUploads(): ReactElement | null {
  const runs = useRuns((state) => state.runs);
  const uploads = useMemo(
    () =>
      Object.values(runs)
        .filter(({ kind, projectId }) => kind === 'publishing' && projectId === null)
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    [runs],
  );
  if (uploads.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ul aria-label="Uploads to YouTube" className="mt-3 space-y-2">
        {uploads.map((run) => (
          <li key={run.id}>
            <ChannelUpload run={run} />
          </li>
        ))}
      </ul>
    </Suspense>
  );
}
