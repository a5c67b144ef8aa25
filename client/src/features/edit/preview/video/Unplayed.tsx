import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { RotateCcw } from 'lucide-react';
import * as calls from '#contract/calls/index.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../../components/ui/controls/Button.tsx';
import { Spinner } from '../../../../components/ui/display/Spinner.tsx';
import { call } from '../../../../lib/api/api.ts';
import { reportFailure } from '../../../../lib/api/attempt.ts';
import { projectChanged } from '../../../../lib/api/queries.ts';
import { usePreviewing } from '../../context/queries.ts';

interface UnplayedProps {
  section: Section;
  className?: string | undefined;
}

/** A video without a playable file: its still, and the progress of its preview or a button that makes the preview. */
export function Unplayed({ section, className }: UnplayedProps): ReactElement {
  const { projectId, preview, video } = section;
  const percent = usePreviewing(true);
  const make = useMutation({
    mutationFn: () => call(calls.makePreviews, { params: { id: projectId } }),
    onSuccess: () => projectChanged(projectId),
    onError: (error) => reportFailure(error, { title: 'Preview Failed', fallback: 'Please try again.' }),
  });
  return (
    <section
      aria-label="Preview"
      className={clsx(
        'bg-stage relative aspect-video w-full overflow-hidden rounded-lg text-white',
        className,
      )}
    >
      <img
        src={preview?.thumbnailUrl ?? video.thumbnail}
        alt=""
        className="absolute inset-0 size-full object-contain opacity-40"
      />
      <div className="relative flex size-full flex-col items-center justify-center gap-3">
        {percent === null ? (
          <>
            <p>No preview of this video yet.</p>
            <Button size="sm" look="onStage" inactive={make.isPending} onClick={() => make.mutate()}>
              <RotateCcw aria-hidden size={16} /> Make preview
            </Button>
          </>
        ) : (
          <>
            <Spinner size={28} />
            <p className="tabular-nums">Preparing preview… {percent}%</p>
          </>
        )}
      </div>
    </section>
  );
}
