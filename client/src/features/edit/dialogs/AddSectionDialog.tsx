import { useId, useRef, useState, type ReactElement } from 'react';
import type { SectionCreate } from '#contract/sections.ts';
import { useEditor, useSelectedSection } from '../context/editor-context.ts';
import { SectionForm, type SectionValues } from './SectionForm.tsx';

const PLACES = ['start', 'after', 'end'] as const;
type Place = (typeof PLACES)[number];

/** Adds a custom section: a text with a video, an image or neither (product.md 2.74). */
export function AddSectionDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const selected = useSelectedSection();
  const id = useId();
  const [place, setPlace] = useState<Place>('end');
  // Equal input has the same idempotency key, however often it is sent.
  const intention = useRef({ body: '', key: '' });

  const save = (values: SectionValues): Promise<boolean> => {
    const body: SectionCreate = {
      ...values,
      afterId: place === 'after' && selected ? selected.id : null,
      place: place === 'start' ? 'start' : 'end',
    };
    const text = JSON.stringify(body);
    if (intention.current.body !== text) intention.current = { body: text, key: crypto.randomUUID() };
    return editor.sections.add(body, intention.current.key);
  };
  return (
    <SectionForm
      heading="Add New Section"
      lead="The text is read aloud. Without a file, the section is a title card."
      projectId={editor.state.projectId}
      initial={{ title: '', transcription: '' }}
      uploadLabel="Video or image (optional)"
      uploadHint="Drop one video or image here, up to 100 MB."
      saveLabel="Add Section"
      onSave={save}
      onClose={onClose}
    >
      {selected ? (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Position</legend>
          {PLACES.map((value) => (
            <label key={value} className="flex min-h-7 items-center gap-2.5">
              <input
                type="radio"
                name={id}
                checked={place === value}
                onChange={() => setPlace(value)}
                className="accent-accent size-4 shrink-0"
              />
              <span className="min-w-0 truncate">
                {{ start: 'At the beginning', after: `After “${selected.title}”`, end: 'At the end' }[value]}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </SectionForm>
  );
}
