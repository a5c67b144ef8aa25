import type { ReactElement } from 'react';
import { STILL_MAX_MS } from '#contract/section-length.ts';
import { BACKGROUNDS, type Background } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { useEditor } from '../context/editor-context.ts';
import { MIN_RANGE } from '../section/ranges.ts';
import { TimeField } from '../parts/TimeField.tsx';

const NAMES: Record<Background, string> = {
  dark: 'Dark grey',
  black: 'Black',
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  brown: 'Brown',
  red: 'Red',
  purple: 'Purple',
};

/** How long an image or a title card shows by itself, and a card's colour. */
export function StillFields({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  return (
    <div className="space-y-2">
      <TimeField
        key={section.id}
        label="Length"
        value={section.duration}
        min={MIN_RANGE}
        max={STILL_MAX_MS / 1000}
        steps={['shorter', 'longer']}
        onChange={(endTime) => editor.saver.edit(section.id, { endTime })}
      />
      {section.narrated ? (
        <p className="text-muted text-xs">It shows longer where its narration takes longer.</p>
      ) : null}
      {section.media === 'none' ? (
        <NativeSelect<Background>
          label="Background"
          showLabel
          value={section.background}
          options={BACKGROUNDS.map((value) => ({ value, label: NAMES[value] }))}
          onChange={(value) => editor.saver.set(section.id, { background: value })}
        />
      ) : null}
    </div>
  );
}
