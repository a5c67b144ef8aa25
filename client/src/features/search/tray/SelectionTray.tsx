import { lazy, Suspense, useEffect, useId, useState, type ReactElement } from 'react';
import { Clapperboard, Sparkles } from 'lucide-react';
import type { Video } from '#contract/videos.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { useBottomBar } from '../../../hooks/page/use-bottom-bar.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import { clsx } from 'clsx';
import { announce } from '../../../lib/announce.ts';
import { plural, spokenLength } from '../../../lib/format.ts';
import type { SelectedVideo } from '../../../lib/selection/selection.ts';
import { selectionProblem, totalSeconds } from '../../../lib/selection/selection-limits.ts';
import { SelectionThumb } from './SelectionThumb.tsx';
import { loadPart } from '../../../lib/missing-chunk.ts';

const ArrangeDialog = lazy(async () => ({
  default: (await loadPart(() => import('./ArrangeDialog.tsx'))).ArrangeDialog,
}));
const DraggableThumbs = lazy(async () => ({
  default: (await loadPart(() => import('./DraggableThumbs.tsx'))).DraggableThumbs,
}));

const THUMBS = 'col-span-2 flex min-w-0 gap-2 overflow-x-auto py-1 md:flex-1';

interface SelectionTrayProps {
  videos: SelectedVideo[];
  animated: boolean;
  onRemove: (video: Video) => void;
  onClear: () => void;
  onProcess: () => void;
  onMakeFilm: () => void;
}

/** The banner with the selected videos (product.md 2.39, 2.40). */
export function SelectionTray({
  videos,
  animated,
  onRemove,
  onClear,
  onProcess,
  onMakeFilm,
}: SelectionTrayProps): ReactElement {
  const bar = useBottomBar<HTMLElement>();
  const limits = useConfig()?.limits;
  const count = videos.length;
  const problem = selectionProblem(videos, limits);
  const [arranging, setArranging] = useState(false);
  const priceId = useId();
  useEffect(() => {
    if (problem) announce(problem);
  }, [problem]);
  return (
    <section
      ref={bar}
      aria-label="Selected videos"
      className={clsx(
        'border-line bg-surface shadow-float sticky bottom-3 z-20 mt-auto rounded-lg border p-3',
        animated && 'animate-attention',
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 md:flex md:gap-x-4">
        <p className="min-w-0">
          <span className="block font-semibold tabular-nums">
            {count} {plural(count, 'video')} selected
          </span>
          <span className={clsx('block text-xs tabular-nums', problem ? 'text-danger' : 'text-muted')}>
            {problem ?? `${spokenLength(totalSeconds(videos))} in total`}
          </span>
        </p>
        <span className="flex justify-self-end">
          {count > 1 ? (
            <Button look="quiet" onClick={() => setArranging(true)}>
              Arrange
            </Button>
          ) : null}
          <Button look="quiet" onClick={onClear}>
            Clear
          </Button>
        </span>
        <Suspense
          fallback={
            <ol className={THUMBS}>
              {videos.map((video, index) => (
                <li key={video.id} className="shrink-0 pb-11">
                  <SelectionThumb video={video} place={index + 1} onRemove={onRemove} />
                </li>
              ))}
            </ol>
          }
        >
          <DraggableThumbs videos={videos} onRemove={onRemove} className={THUMBS} />
        </Suspense>
        <div className="flex flex-wrap items-center gap-2 max-md:col-span-2 md:gap-3">
          <Button
            look="primary"
            className="max-md:flex-1 max-md:px-3"
            aria-describedby={priceId}
            onClick={onMakeFilm}
          >
            <Clapperboard aria-hidden size={16} className="max-sm:hidden" />
            Make a film
          </Button>
          <Button
            className="max-md:flex-1 max-md:px-3"
            aria-describedby={priceId}
            inactive={problem !== null}
            onClick={onProcess}
          >
            <Sparkles aria-hidden size={16} className="max-sm:hidden" />
            Process {count} {count === 1 ? 'Video' : 'Videos'}
          </Button>
          <span id={priceId} className="text-muted text-xs whitespace-nowrap">
            1 credit
          </span>
        </div>
      </div>
      <Suspense fallback={null}>
        {arranging ? (
          <ArrangeDialog videos={videos} onRemove={onRemove} onClose={() => setArranging(false)} />
        ) : null}
      </Suspense>
    </section>
  );
}
