import { Suspense, type ReactElement } from 'react';
import { LibraryBig } from 'lucide-react';
import { clsx } from 'clsx';
import { Header } from '../components/layout/Header.tsx';
import { LocalModeBar } from '../components/layout/LocalModeBar.tsx';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { StepIndicator } from '../components/layout/StepIndicator.tsx';
import { Button } from '../components/ui/controls/Button.tsx';
import { useGo, usePlace } from '../hooks/page/use-place.ts';
import {
  CompleteStage,
  EditStage,
  LibraryStage,
  ProcessingStage,
  ProcessingSteps,
  SearchStage,
} from './lazy-screens.ts';

/** The main workflow. Shows one stage at a time, which the URL names. */
export function WorkflowPage(): ReactElement {
  const place = usePlace();
  const go = useGo();
  const stage =
    place.project === null && place.stage !== 'videolist' && place.stage !== 'processing'
      ? 'search'
      : place.stage;
  return (
    <div className="flex min-h-dvh flex-col pb-(--fixed-bar,0px) lg:in-data-workspace:h-dvh lg:in-data-workspace:min-h-min">
      <Header>
        <Button
          size="sm"
          look="quiet"
          aria-current={stage === 'videolist' ? 'page' : undefined}
          onClick={() => go({ stage: 'videolist' })}
        >
          <LibraryBig aria-hidden size={16} />
          <span className="max-sm:sr-only">My Videos</span>
        </Button>
      </Header>
      {stage === 'videolist' ? null : stage === 'processing' ? (
        <Suspense fallback={<StepIndicator stage={stage} />}>
          <ProcessingSteps />
        </Suspense>
      ) : (
        <StepIndicator stage={stage} />
      )}
      <main
        className={clsx(
          'page flex-1 py-4 in-data-workspace:pt-2 sm:py-5 sm:in-data-workspace:pt-2 lg:in-data-workspace:flex lg:in-data-workspace:flex-col lg:in-data-workspace:pb-0',
          stage === 'search' && 'flex flex-col',
        )}
      >
        <Suspense fallback={<ScreenFallback />}>
          {stage === 'search' ? <SearchStage /> : null}
          {stage === 'processing' ? <ProcessingStage key={place.project} /> : null}
          {stage === 'edit' || stage === 'generate' ? <EditStage key={place.project} /> : null}
          {stage === 'complete' ? <CompleteStage key={place.project} /> : null}
          {stage === 'videolist' ? <LibraryStage /> : null}
        </Suspense>
      </main>
      <LocalModeBar />
    </div>
  );
}
