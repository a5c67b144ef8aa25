import { useEffect, useRef, useState, type ReactElement } from 'react';
import { trimSigns } from '#text/letters/trim-signs.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';

interface CorrectWordProps {
  /** The word as transcribed. */
  transcribed: string;
  /** The word as it appears in the text. */
  shown: string;
  /** Whether the section's text is read aloud. */
  narrated: boolean;
  /** Confirms a word that is withheld because it is uncertain; `null` for any other word. */
  onConfirm: (() => void) | null;
  /** Whether the field receives the focus. Not on a touch screen, where the keyboard would cover the page. */
  focused: boolean;
  onCorrect: (text: string) => void;
  onClose: () => void;
}

/** Corrects one word of the section's text that was transcribed wrongly. */
export function CorrectWord(props: CorrectWordProps): ReactElement {
  const { narrated, focused, onConfirm, onCorrect, onClose } = props;
  const [transcribed, shown] = [trimSigns(props.transcribed), trimSigns(props.shown)];
  const [text, setText] = useState(shown);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) input.current?.select();
  }, [focused]);
  return (
    <form
      aria-label="Correct a word"
      className="border-line space-y-2 rounded-md border p-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        onCorrect(text);
      }}
    >
      <Field
        label={`Transcribed as “${transcribed}”`}
        note={
          <p className="text-muted text-xs">
            {narrated
              ? 'The narration will use your correction.'
              : 'Only the captions change, not the voice.'}{' '}
            Leave it empty to remove the word.
            {onConfirm
              ? ' It’s left out of captions, narrations and exports until you confirm or correct it.'
              : ''}
          </p>
        }
      >
        {(field) => (
          <input
            {...field}
            ref={input}
            value={text}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              onClose();
            }}
            className="field"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" inactive={text.trim() === shown}>
          Correct
        </Button>
        {onConfirm ? (
          <Button size="sm" onClick={onConfirm}>
            Confirm “{transcribed}”
          </Button>
        ) : null}
        <Button size="sm" look="quiet" onClick={onClose}>
          {onConfirm ? 'Not now' : shown === transcribed ? 'Keep as transcribed' : 'Keep as is'}
        </Button>
      </div>
    </form>
  );
}
