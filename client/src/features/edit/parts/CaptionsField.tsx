import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { useEditor } from '../context/editor-context.ts';

/** Whether what is said in a section becomes captions; nothing where nothing is said. */
export function CaptionsField({ section }: { section: Section }): ReactElement | null {
  const editor = useEditor();
  if (!section.narrated && !section.saysWords) return null;
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-sm font-medium pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={section.captions}
        onChange={(event) => editor.saver.set(section.id, { captions: event.target.checked })}
        className="accent-accent size-5 shrink-0"
      />
      Captions
    </label>
  );
}
