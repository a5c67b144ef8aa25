import type { ReactElement } from 'react';
import { useGo } from '../../../hooks/page/use-place.ts';
import { useConfig } from '../../../hooks/use-config.ts';
import type { SearchPlace } from '../../../lib/selection/last-search.ts';

/** The installation's sample topics. Each starts its search. */
export function SampleTopics({ search }: { search: SearchPlace }): ReactElement | null {
  const topics = useConfig()?.topics ?? [];
  const go = useGo();
  if (topics.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <span className="text-muted">Try:</span>
      <ul aria-label="Topics to try" className="contents">
        {topics.map((topic) => (
          <li key={topic}>
            <button
              type="button"
              onClick={() => go({ ...search, q: topic, page: 1 })}
              className="border-line-strong bg-surface hover:border-muted hover:bg-surface-2 h-8 rounded-full border px-3 font-medium"
            >
              {topic}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
