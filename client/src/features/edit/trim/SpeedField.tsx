import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { RATES } from '../../../components/player/use-media.ts';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { preciseTime } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';
import { playedLength, ownLength } from '../section/ranges.ts';

/** The playback speed of the section's video in the film. */
export function SpeedField({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { speed, narrated } = section;
  const speeds = [...new Set<number>([...RATES, speed])].sort((a, b) => a - b);
  const lengths = `Lasts ${preciseTime(ownLength(section))} instead of ${preciseTime(playedLength(section))}.`;
  return (
    <div className="space-y-1.5">
      <NativeSelect
        label="Speed in the film"
        showLabel
        value={String(speed)}
        options={speeds.map((option) => ({ value: String(option), label: `${option}×` }))}
        onChange={(value) => editor.saver.set(section.id, { speed: Number(value) })}
        className="max-w-40"
      />
      {speed === 1 ? null : (
        <p className="text-muted text-xs tabular-nums">
          {lengths} {narrated ? 'The narration keeps its own pace.' : 'The pitch stays the same.'}
        </p>
      )}
    </div>
  );
}
