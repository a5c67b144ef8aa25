import { useState, type ReactElement } from 'react';
import { MAX_TEXT, MAX_TITLE } from '#contract/limits.ts';
import type { Section } from '#contract/sections.ts';
import { TriangleAlert } from 'lucide-react';
import { clsx } from 'clsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { textSourceWords } from '../section/fit-words.ts';

/** The title of a section. */
export function TitleField({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  // While typing, the input stays as typed; the server's form (trimmed) appears when the field is left.
  const [title, setTitle] = useState<string | null>(null);
  /** Its value when it got the focus, for Escape. */
  const [given, setGiven] = useState(section.title);
  const blank = title?.trim() === '';
  const note = useTitleSource(section);
  return (
    <Field
      label={<span className="sr-only">Title</span>}
      error={blank ? 'Please enter a title for the section.' : null}
      note={note}
    >
      {(input) => (
        <input
          {...input}
          data-field="title"
          value={title ?? section.title}
          maxLength={MAX_TITLE}
          onChange={(event) => {
            const next = event.target.value;
            setTitle(next);
            if (next.trim() !== '') editor.saver.edit(section.id, { title: next });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !blank) void editor.saver.save(section.id);
            if (event.key !== 'Escape' || title === null) return;
            setTitle(null);
            editor.saver.edit(section.id, { title: given });
          }}
          onFocus={() => setGiven(section.title)}
          onBlur={() => setTitle(null)}
          className="field h-9! font-semibold"
        />
      )}
    </Field>
  );
}

/** Where a title comes from that nobody wrote; null for an ordinary one. */
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

/** The text of a section, to be written. It never cuts the video. */
export function TextField({ section, onTyping }: TextFieldProps): ReactElement {
  const editor = useEditor();
  const [text, setText] = useState<string | null>(null);
  const note = useTextSource(section);
  return (
    <Field label="Transcription" note={note}>
      {(input) => (
        <textarea
          {...input}
          data-field="text"
          rows={5}
          value={text ?? section.transcription}
          maxLength={MAX_TEXT}
          placeholder={section.media === 'video' ? 'No words in this section' : 'What is read aloud'}
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

/** A text's origin; null for an ordinary one. */
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
