import type { ReactElement } from 'react';
import { SlidersHorizontal } from 'lucide-react';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { Disclosure } from '../../components/ui/controls/Disclosure.tsx';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import type { SearchPlace } from '../../lib/selection/last-search.ts';
import { DURATIONS, LICENSES } from './filters.ts';

interface AdvancedSettingsProps {
  search: SearchPlace;
  sources: { value: string; label: string }[];
  onChange: (next: Partial<SearchPlace>) => void;
}

/** The filters of the search, behind a button. */
export function AdvancedSettings({ search, sources, onChange }: AdvancedSettingsProps): ReactElement {
  return (
    <Disclosure
      label="Advanced Settings"
      buttonClassName={buttonClass({ look: 'quiet', size: 'sm' })}
      className="relative -ml-3"
      panelClassName="left-3 w-72 max-w-[calc(100vw-4rem)]"
      button={
        <>
          <SlidersHorizontal aria-hidden size={16} />
          Advanced Settings
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
        <NativeSelect
          showLabel
          label="Licence"
          value={search.license}
          options={LICENSES}
          onChange={(license) => onChange({ license })}
        />
      </div>
    </Disclosure>
  );
}
