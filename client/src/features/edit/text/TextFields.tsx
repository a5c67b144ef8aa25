import { useId, useState, type ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import { useEditor } from '../store/editor-context.ts';
import { textSourceWords } from '../section/fit-words.ts';
import { editSection, saveSection } from '../store/saver.ts';

/** Title and text of a section. Correcting the text never cuts the video. */
export function TextFields({ section, translates }: { section: Section; translates: boolean }): ReactElement {
  const editor = useEditor();
  const id = useId();
  // What is being typed stands as typed; the server's own form (trimmed) shows when the field is left.
  const [title, setTitle] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  /** As it was when its field was entered, for Escape. */
  const [given, setGiven] = useState(section.title);
  const blank = title?.trim() === '';
  const source = textSourceWords(section, translates);
  const doubtful = section.textSource === 'translated' || section.textSource === 'untranslated';

  return (
    <>
      <div className="space-y-1.5">
        <label htmlFor={`${id}-title`} className="block text-sm font-medium">
          Title
        </label>
        <input
          id={`${id}-title`}
          value={title ?? section.title}
          maxLength={200}
          aria-invalid={blank || undefined}
          aria-describedby={blank ? `${id}-error` : undefined}
          onChange={(event) => {
            const next = event.target.value;
            setTitle(next);
            if (next.trim() !== '') editSection(editor, section.id, { title: next });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !blank) void saveSection(editor, section.id);
            if (event.key !== 'Escape' || title === null) return;
            setTitle(null);
            editSection(editor, section.id, { title: given });
          }}
          onFocus={() => setGiven(section.title)}
          onBlur={() => setTitle(null)}
          className="field"
        />
        {blank ? (
          <p id={`${id}-error`} role="alert" className="text-danger text-xs">
            Please enter a title for the section.
          </p>
        ) : null}
      </div>
      <div className="space-y-1.5">
        <label htmlFor={`${id}-text`} className="block text-sm font-medium">
          Transcription
        </label>
        <textarea
          id={`${id}-text`}
          rows={5}
          value={text ?? section.transcription}
          maxLength={20_000}
          placeholder={section.media === 'video' ? 'No words in this section' : 'What is read aloud'}
          onChange={(event) => {
            setText(event.target.value);
            editSection(editor, section.id, { transcription: event.target.value });
          }}
          onBlur={() => setText(null)}
          aria-describedby={source ? `${id}-source` : undefined}
          className="field h-auto resize-y py-2 leading-5"
        />
        {source ? (
          <p
            id={`${id}-source`}
            className={clsx('flex items-start gap-1.5 text-xs', doubtful ? 'text-warn' : 'text-muted')}
          >
            {doubtful ? <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" /> : null}
            {source}
          </p>
        ) : null}
      </div>
    </>
  );
}
