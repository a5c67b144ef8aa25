import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { useEditor } from '../context/editor-context.ts';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

/** The checkbox for captions of a section's speech. Renders nothing for a section without speech. */
export function CaptionsField({ section }: { section: Section }): ReactElement | null {
  const editor = useEditor();
  if (!section.narrated && !section.saysWords) return null;
  return (
    <CheckboxField
      label="Captions"
      checked={section.captions}
      onChange={(captions) => editor.saver.set(section.id, { captions })}
    />
  );
}
