import { useState, type ReactElement } from 'react';
import { lowerThirdOf } from '#contract/lower-third.ts';
import {
  MAX_LOWER_DETAIL,
  MAX_LOWER_NAME,
  MAX_LOWER_SECONDS,
  MAX_LOWER_START,
  MIN_LOWER_SECONDS,
} from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { tooLong } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';
import { TimeField } from '../parts/TimeField.tsx';

/** A name, and a second line under it, over a section's picture, and when they are seen. */
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
          <TimeField
            key={`${section.id}-start`}
            label="After"
            value={section.lowerStart}
            min={0}
            max={MAX_LOWER_START}
            onChange={(lowerStart) => set({ lowerStart })}
          />
          <TimeField
            key={`${section.id}-seconds`}
            label="For"
            value={section.lowerSeconds}
            min={MIN_LOWER_SECONDS}
            max={MAX_LOWER_SECONDS}
            steps={['shorter', 'longer']}
            onChange={(lowerSeconds) => set({ lowerSeconds })}
          />
          {third.startMs / 1000 >= section.effectiveDuration ? (
            <p className="text-warn text-xs">
              The section ends before it: it lasts {section.effectiveDuration.toFixed(1)} s.
            </p>
          ) : null}
        </>
      ) : section.lowerDetail.trim() === '' ? null : (
        <p className="text-muted text-xs">It is seen once it has a name.</p>
      )}
    </fieldset>
  );
}

interface LineFieldProps {
  label: string;
  value: string;
  most: number;
  onChange: (value: string) => void;
}

/** A line of text that is saved while it is typed. Escape gives back what it was. */
function LineField({ label, value, most, onChange }: LineFieldProps): ReactElement {
  const [given, setGiven] = useState(value);
  // What is too long stays in the field until it is shortened; only what fits is saved.
  const [long, setLong] = useState<string | null>(null);
  const typed = long ?? value;
  return (
    <Field label={label} error={tooLong(typed, most, 'A line')}>
      {(input) => (
        <input
          {...input}
          value={typed}
          onFocus={() => setGiven(value)}
          onChange={({ target }) => {
            const isLong = tooLong(target.value, most) !== null;
            setLong(isLong ? target.value : null);
            if (!isLong) onChange(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            setLong(null);
            if (value !== given) onChange(given);
          }}
          className="field"
        />
      )}
    </Field>
  );
}
