import type { ReactElement } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { Disclosure } from '../../components/ui/controls/Disclosure.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import type { SearchPlace } from '../../lib/selection/last-search.ts';

const DURATIONS = [
  { value: '', label: 'Any Duration' },
  { value: 'short', label: 'Under 4 minutes' },
  { value: 'medium', label: '4-20 minutes' },
  { value: 'long', label: 'Over 20 minutes' },
] as const;

interface AdvancedSettingsProps {
  search: SearchPlace;
  onChange: (next: Partial<SearchPlace>) => void;
}

export function AdvancedSettings({ search, onChange }: AdvancedSettingsProps): ReactElement {
  const config = useConfig();
  const sources = [
    { value: '', label: 'All Sources' },
    ...(config?.sources ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const active = Number(search.duration !== '') + Number(search.source !== '');
  return (
    <Disclosure
      label="Advanced Settings"
      buttonClassName={buttonClass({ look: 'secondary', size: 'field', className: 'w-full' })}
      className="relative max-sm:flex-1"
      panelClassName="right-0 w-72 max-sm:right-auto max-sm:left-0 max-sm:w-[calc(100vw-3.5rem)]"
      button={
        <>
          <SlidersHorizontal aria-hidden size={16} />
          Advanced Settings
          {active > 0 ? (
            <span className="bg-accent text-on-accent grid size-5 place-items-center rounded-full text-xs">
              {active}
              <span className="sr-only"> set</span>
            </span>
          ) : null}
        </>
      }
    >
      <h3 className="text-sm font-semibold">Advanced Settings</h3>
      <div className="mt-3 space-y-4">
        <NativeSelect
          showLabel
          label="Duration"
          value={search.duration}
          options={DURATIONS}
          onChange={(duration) => onChange({ duration })}
        />
        <NativeSelect
          showLabel
          label="Source"
          value={search.source}
          options={sources}
          onChange={(source) => onChange({ source })}
        />
      </div>
    </Disclosure>
  );
}
