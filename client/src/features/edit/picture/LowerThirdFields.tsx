import type { ReactElement } from 'react';
import { lowerThirdOf } from '#film/cards/lower-third.ts';
import {
  LOWER_STYLES,
  MAX_LOWER_DETAIL,
  MAX_LOWER_NAME,
  MAX_LOWER_SECONDS,
  MAX_LOWER_START,
  MIN_LOWER_SECONDS,
} from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { useEditor } from '../context/editor-context.ts';
import { TimeField } from '../parts/TimeField.tsx';
import { LOWER_STYLE_NAMES } from '../section/look-names.ts';
import { LineField } from './LineField.tsx';

/** The fields of a section's lower third: a name, a second line, and when they are shown. */
export function LowerThirdFields({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const third = lowerThirdOf(section);
  const set = (patch: Parameters<typeof editor.saver.edit>[1]): void => editor.saver.edit(section.id, patch);
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1.5 text-sm font-medium">Lower third</legend>
      <div className="grid gap-x-4 gap-y-2 min-[360px]:grid-cols-2">
        <LineField
          label="Name"
          value={section.lowerName}
          most={MAX_LOWER_NAME}
          onChange={(lowerName) => set({ lowerName })}
        />
        <LineField
          label="Second line"
          value={section.lowerDetail}
          most={MAX_LOWER_DETAIL}
          onChange={(lowerDetail) => set({ lowerDetail })}
        />
      </div>
      {third ? (
        <>
          <NativeSelect
            showLabel
            label="Style"
            value={section.lowerStyle}
            options={LOWER_STYLES.map((value) => ({ value, label: LOWER_STYLE_NAMES[value] }))}
            onChange={(lowerStyle) => set({ lowerStyle })}
          />
          <TimeField
            key={`${section.id}-start`}
            label="Start after"
            longLabel
            value={section.lowerStart}
            min={0}
            max={MAX_LOWER_START}
            onChange={(lowerStart) => set({ lowerStart })}
          />
          <TimeField
            key={`${section.id}-seconds`}
            label="Show for"
            longLabel
            value={section.lowerSeconds}
            min={MIN_LOWER_SECONDS}
            max={MAX_LOWER_SECONDS}
            steps={['shorter', 'longer']}
            onChange={(lowerSeconds) => set({ lowerSeconds })}
          />
          {third.startMs / 1000 >= section.effectiveDuration ? (
            <p className="text-warn text-xs">
              The section lasts {section.effectiveDuration.toFixed(1)} s, so it ends before the lower third.
            </p>
          ) : null}
        </>
      ) : section.lowerDetail.trim() === '' ? null : (
        <p className="text-muted text-xs">Add a name to show it.</p>
      )}
    </fieldset>
  );
}
