import type { ReactElement } from 'react';
import { CircleAlert, PlugZap, SearchX } from 'lucide-react';
import { FOOTAGE_SOURCE } from '#contract/footage.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { EmptyState } from '../../../components/ui/messages/EmptyState.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useGo } from '../../../hooks/page/use-place.ts';
import type { SearchPlace } from '../../../lib/selection/last-search.ts';
import type { SearchResults } from './use-search.ts';

interface SearchFailedProps {
  reason: string;
  error: Error | null;
  onRetry: () => void;
}

/** The state of a first page for which no source answered. */
export function SearchFailed({ reason, error, onRetry }: SearchFailedProps): ReactElement {
  return (
    <div role="alert">
      <EmptyState
        icon={<CircleAlert size={24} />}
        title="Search failed"
        text={reason}
        error={error}
        action={<Button onClick={onRetry}>Try Again</Button>}
      />
    </div>
  );
}

interface EndOfResultsProps {
  /** `false` while only added videos are shown. */
  searched: boolean;
  results: Pick<SearchResults, 'error' | 'hasMore' | 'loadingMore' | 'moreFailed' | 'retryMore'>;
}

/**
 * The element below the last video: a next page is loading, there are no more pages, or the next one failed.
 */
export function EndOfResults({ searched, results }: EndOfResultsProps): ReactElement {
  const { error, hasMore, loadingMore, moreFailed, retryMore } = results;
  if (moreFailed !== null) {
    return (
      <Notice
        tone="danger"
        urgent
        error={error}
        action={
          <Button size="sm" onClick={retryMore}>
            Retry
          </Button>
        }
      >
        <span className="font-medium">Search failed.</span> {moreFailed}
      </Notice>
    );
  }
  return (
    <p className="text-muted flex h-10 items-center justify-center gap-2">
      {loadingMore ? (
        <>
          <Spinner /> Loading more videos...
        </>
      ) : hasMore || !searched ? null : (
        'No more videos to load'
      )}
    </p>
  );
}

/** The entries of the filter that are not sites. */
const OWN = new Set(['manual', FOOTAGE_SOURCE]);

/** Whether this installation cannot search the filter's source; `false` until that is known. */
export function useNotSetUp(sourceId: string): boolean {
  const sources = useConfig()?.sources ?? [];
  const named = sources.filter(({ id }) => (sourceId ? id === sourceId : !OWN.has(id)));
  return sources.length > 0 && named.every(({ available }) => !available);
}

/** A button to clear a filter that cannot find anything. */
function SearchAll({ search }: { search: SearchPlace }): ReactElement | null {
  const go = useGo();
  if (!search.source) return null;
  return (
    <Button size="sm" onClick={() => go({ ...search, source: '', page: 1 }, { replace: true })}>
      Search All Sources
    </Button>
  );
}

/** The state without hits: nothing matches, or no source can be asked. */
export function NothingFound({
  search,
  failures,
}: {
  search: SearchPlace;
  failures: string[];
}): ReactElement {
  const notSetUp = useNotSetUp(search.source);
  const name = useConfig()?.sources.find(({ id }) => id === search.source)?.name ?? 'Search';
  if (notSetUp && failures.length > 0) {
    return (
      <EmptyState
        icon={<PlugZap size={24} />}
        title={`${name} is not set up here`}
        text={failures.join(' ')}
        action={<SearchAll search={search} />}
      />
    );
  }
  return (
    <EmptyState
      icon={<SearchX size={24} />}
      title="No videos found"
      text={`Nothing matches “${search.q}” here. Try other words or fewer filters.`}
    />
  );
}

interface FailedSourcesProps {
  search: SearchPlace;
  /** Sentences that each name their source. */
  sentences: string[];
  /** Whether videos are shown despite the failures. */
  found: boolean;
  onRetry: () => void;
}

/** Explains why sources failed. */
export function FailedSources({
  search,
  sentences,
  found,
  onRetry,
}: FailedSourcesProps): ReactElement | null {
  const notSetUp = useNotSetUp(search.source);
  if (sentences.length === 0 || (notSetUp && !found)) return null;
  const isAlone = notSetUp && search.source !== '';
  const others = found ? 'Showing results from the other sources.' : 'The other sources have no results.';
  return (
    <Notice
      tone="warn"
      action={
        isAlone ? (
          <SearchAll search={search} />
        ) : (
          <Button size="sm" onClick={onRetry}>
            Try Again
          </Button>
        )
      }
    >
      {sentences.join(' ')} {isAlone ? null : others}
    </Notice>
  );
}
