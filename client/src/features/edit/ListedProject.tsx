import type { ReactElement } from 'react';
import type { ProjectSummary } from '#contract/projects.ts';
import { UnreadNotice } from '../../components/ui/messages/UnreadNotice.tsx';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { plural, preciseTime } from '../../lib/format.ts';

interface ListedProjectProps {
  listed: ProjectSummary;
  error: Error;
  onRetry: () => void;
}

/** The library card's data for a project that fails to load. */
export function ListedProject({ listed, error, onRetry }: ListedProjectProps): ReactElement {
  const heading = useStageFocus();
  const { title, sectionCount: count, clips } = listed;
  const rest = count - clips.length;
  return (
    <div className="mx-auto max-w-3xl space-y-4">
      <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight break-words">
        {title}
      </h1>
      <UnreadNotice error={error} onRetry={onRetry}>
        {`Its ${count} ${plural(count, 'section')} could not be loaded. They are safe on the server. Please try again.`}
      </UnreadNotice>
      {count > 0 ? (
        <section aria-label="Sections" className="panel p-1">
          <ol className="divide-line divide-y">
            {clips.map(({ title: name, startTime, endTime }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a card tells no ids, and its order stays
              <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2.5">
                <span className="min-w-0 break-words">{name}</span>
                <span className="text-muted text-xs tabular-nums">
                  {preciseTime(startTime)} - {preciseTime(endTime)}
                </span>
              </li>
            ))}
            {rest > 0 ? <li className="text-muted px-3 py-2.5">and {rest} more</li> : null}
          </ol>
        </section>
      ) : null}
    </div>
  );
}
