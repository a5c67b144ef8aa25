import { useState, type ReactElement } from 'react';
import { MAX_TEXT, MAX_TITLE } from '#contract/limits.ts';
import type { Section } from '#contract/sections.ts';
import { TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { tooLong } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { textSourceWords } from '../section/fit-words.ts';

export function TitleField({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { change, note: changed } = useElsewhere(section.id, 'title');
  const [title, setTitle] = useTyped(change);
  /** The value when the field received the focus, restored by Escape. */
  const [previous, setPrevious] = useState({ title: section.title, change });
  if (previous.change < change) setPrevious({ title: section.title, change });
  const blank = title?.trim() === '';
  const source = useTitleSource(section);
  return (
    <Field
      label={<span className="sr-only">Title</span>}
      error={blank ? 'Please enter a title for the section.' : tooLong(title ?? section.title, MAX_TITLE)}
      note={changed ?? source}
    >
      {(input) => (
        <input
          {...input}
          data-field="title"
          value={title ?? section.title}
          onChange={(event) => {
            const next = event.target.value;
            setTitle(next);
            if (next.trim() !== '') editor.saver.edit(section.id, { title: next });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !blank) void editor.saver.save(section.id);
            if (event.key !== 'Escape' || title === null) return;
            setTitle(null);
            editor.saver.edit(section.id, { title: previous.title });
          }}
          onFocus={() => setPrevious({ title: section.title, change })}
          onBlur={() => setTitle(null)}
          className="field h-9! font-semibold"
        />
      )}
    </Field>
  );
}

/**
 * Returns a field's typed value, `null` while nothing is typed. The server's form (trimmed) appears when the
 * field is left, and a value of another tab immediately.
 */
function useTyped(change: number): [string | null, (text: string | null) => void] {
  const [typed, setTyped] = useState<{ text: string; change: number } | null>(null);
  const text = typed && typed.change >= change ? typed.text : null;
  return [text, (next) => setTyped(next === null ? null : { text: next, change })];
}

/** Returns the last change of a field by another tab, and its note below the field. */
function useElsewhere(
  id: string,
  field: 'title' | 'transcription',
): { change: number; note: ReactElement | null } {
  const change = useEditorState(({ elsewhere }) =>
    elsewhere[id]?.fields.includes(field) ? elsewhere[id].count : 0,
  );
  const note = change > 0 ? <p className="text-warn text-xs">Changed in another tab.</p> : null;
  return { change, note };
}

/** Returns the origin of a title that no user wrote; `null` for an ordinary title. */
function useTitleSource({ localized, title }: Section): ReactElement | null {
  const { language } = useFilm();
  const own = localized[language]?.title;
  if (!own || own.of === null || own.text !== title) return null;
  return <p className="text-warn text-xs">Machine translation – please check</p>;
}

interface TextFieldProps {
  section: Section;
  onTyping: (typing: boolean) => void;
}

/** The field of a section's text. Changing the text never cuts the video. */
export function TextField({ section, onTyping }: TextFieldProps): ReactElement {
  const editor = useEditor();
  const { change, note: changed } = useElsewhere(section.id, 'transcription');
  const [text, setText] = useTyped(change);
  const source = useTextSource(section);
  return (
    <Field
      label="Transcription"
      error={tooLong(text ?? section.transcription, MAX_TEXT, 'A text')}
      note={changed ?? source}
    >
      {(input) => (
        <textarea
          {...input}
          data-field="text"
          rows={5}
          value={text ?? section.transcription}
          placeholder={section.media === 'video' ? 'No words in this section' : 'Text to read aloud'}
          onChange={(event) => {
            setText(event.target.value);
            editor.saver.edit(section.id, { transcription: event.target.value });
          }}
          onFocus={() => onTyping(true)}
          onBlur={() => {
            setText(null);
            onTyping(false);
          }}
          className="field h-auto resize-y py-2 leading-5"
        />
      )}
    </Field>
  );
}

/** Returns a text's origin; `null` for an ordinary text. */
export function useTextSource(section: Section): ReactElement | null {
  const { translates } = useFilm();
  const words = textSourceWords(section, translates);
  const doubtful = ['translated', 'untranslated', 'outdated'].includes(section.textSource);
  return words === null ? null : (
    <p className={clsx('flex items-start gap-1.5 text-xs', doubtful ? 'text-warn' : 'text-muted')}>
      {doubtful ? <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" /> : null}
      {words}
    </p>
  );
}
