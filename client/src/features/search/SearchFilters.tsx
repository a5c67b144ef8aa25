import { useRef, type ReactElement } from 'react';
import { X } from 'lucide-react';
import { useGo } from '../../hooks/page/use-place.ts';
import { useConfig } from '../../hooks/use-config.ts';
import type { SearchPlace } from '../../lib/selection/last-search.ts';
import { AdvancedSettings } from './AdvancedSettings.tsx';
import { DURATIONS, LICENSES } from './filters.ts';

/**
 * The search's filters, which the URL contains: 'Advanced Settings', and a chip for each active filter that
 * removes it.
 */
export function SearchFilters({ search }: { search: SearchPlace }): ReactElement {
  const go = useGo();
  const root = useRef<HTMLDivElement>(null);
  const sources = [
    { value: '', label: 'All Sources' },
    ...(useConfig()?.sources ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const change = (next: Partial<SearchPlace>): void => go({ ...search, ...next, page: 1 }, { replace: true });
  const active = [
    { name: 'duration', value: search.duration, options: DURATIONS },
    { name: 'source', value: search.source, options: sources },
    { name: 'license', value: search.license, options: LICENSES },
  ].filter(({ value }) => value !== '');
  const remove = (name: string): void => {
    change({ [name]: '' });
    // The chip that had the focus is gone.
    root.current?.querySelector('button')?.focus();
  };
  return (
    <div ref={root} className="flex max-w-full flex-wrap items-center gap-1">
      <AdvancedSettings search={search} sources={sources} onChange={change} />
      {active.map(({ name, value, options }) => (
        <button
          key={name}
          type="button"
          aria-label={`Remove filter ${optionLabel(value, options)}`}
          onClick={() => remove(name)}
          className="bg-accent-soft hover:ring-accent inline-flex h-8 min-w-0 items-center gap-1.5 rounded-full pr-2 pl-3 font-medium hover:ring-1"
        >
          <span className="truncate">{optionLabel(value, options)}</span>
          <X aria-hidden size={14} className="shrink-0" />
        </button>
      ))}
    </div>
  );
}

const optionLabel = (value: string, options: readonly { value: string; label: string }[]): string =>
  options.find((option) => option.value === value)?.label ?? value;
