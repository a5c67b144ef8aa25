import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { preciseTime } from '../../../lib/format.ts';
import { BoundaryTag } from './BoundaryTag.tsx';
import { useEditor } from '../context/editor-context.ts';
import { MIN_RANGE } from '../section/ranges.ts';
import { TimeField } from '../parts/TimeField.tsx';

/** The fields of the section's range. The video itself never changes. */
export function RangeFields({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { startTime, endTime } = section;
  const limit = section.preview?.duration ?? Number.POSITIVE_INFINITY;
  const edge = (which: 'startTime' | 'endTime'): ((value: number) => void) => {
    return (value) => editor.saver.edit(section.id, { [which]: value });
  };
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        Range <span className="text-muted font-normal tabular-nums">({preciseTime(section.duration)})</span>
      </legend>
      <TimeField
        label="Start"
        value={startTime}
        min={0}
        max={endTime - MIN_RANGE}
        onChange={edge('startTime')}
        tag={<BoundaryTag reason={section.boundaries.start} edge="start" />}
      />
      <TimeField
        label="End"
        value={endTime}
        min={startTime + MIN_RANGE}
        max={limit}
        onChange={edge('endTime')}
        tag={<BoundaryTag reason={section.boundaries.end} edge="end" />}
      />
    </fieldset>
  );
}
