import { useDeferredValue, useState, type ReactElement } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, Clapperboard, Plus, SearchX } from 'lucide-react';
import type { ProjectSummary } from '#contract/projects.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Tips } from '../../components/ui/Tips.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { NativeSelect } from '../../components/ui/NativeSelect.tsx';
import { useGo } from '../../hooks/use-place.ts';
import { useStageFocus } from '../../hooks/use-stage-focus.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { ProjectCard } from './ProjectCard.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';

const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'title', label: 'Title' },
  { value: 'duration', label: 'Duration' },
];
const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'processing', label: 'Processing' },
  { value: 'failed', label: 'Failed' },
];

/** All of the creator's compilations, with their live state. */
export function LibraryStage(): ReactElement {
  const go = useGo();
  const heading = useStageFocus();
  useTitle('My Videos');
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('newest');
  const [filter, setFilter] = useState('all');
  const asked = useDeferredValue(search.trim());
  const params = new URLSearchParams({ ...(asked ? { search: asked } : {}), sort, filter });
  const { data, isError, refetch } = useQuery<ProjectSummary[]>({
    queryKey: [`/api/user/videos?${params.toString()}`],
    placeholderData: keepPreviousData,
  });
  const narrowed = asked !== '' || filter !== 'all';

  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
          My Video Compilations
        </h1>
        <Button look="primary" onClick={() => go({ stage: 'search' })}>
          <Plus aria-hidden size={16} /> New Compilation
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label="Search your videos"
          placeholder="Search your videos"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="field min-w-0 flex-1 basis-56"
        />
        <NativeSelect
          label="Sort by"
          value={sort}
          options={SORTS}
          onChange={setSort}
          className="w-32 max-sm:grow"
        />
        <NativeSelect
          label="Show"
          value={filter}
          options={FILTERS}
          onChange={setFilter}
          className="w-36 max-sm:grow"
        />
      </div>
      {isError ? (
        <div role="alert">
          <EmptyState
            icon={<CircleAlert size={24} />}
            title="Failed to fetch videos"
            text="Your projects are safe; the list could not be read."
            action={<Button onClick={() => void refetch()}>Try Again</Button>}
          />
        </div>
      ) : !data ? (
        <LibrarySkeleton />
      ) : data.length === 0 ? (
        <EmptyState
          icon={narrowed ? <SearchX size={24} /> : <Clapperboard size={24} />}
          title="No videos found"
          text={
            narrowed
              ? 'Nothing matches this search. Try other words or another filter.'
              : 'Your compilations will be listed here.'
          }
          action={
            <Button look="primary" onClick={() => go({ stage: 'search' })}>
              Create Your First Video
            </Button>
          }
        />
      ) : (
        <Tips>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-4">
            {data.map((project) => (
              <li key={project.id}>
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
        </Tips>
      )}
    </div>
  );
}
