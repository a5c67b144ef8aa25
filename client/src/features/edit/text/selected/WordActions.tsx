import { createContext, useContext, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { clsx } from 'clsx';
import { Crop, Scissors, SpellCheck, Undo2 } from 'lucide-react';
import { Button } from '../../../../components/ui/controls/Button.tsx';
import { useEditorState } from '../../context/editor-context.ts';
import { useWide } from '../../context/use-wide.ts';

/**
 * Above the bottom bar of a small screen. Not while a word is pressed, which it may cover: the press would end on it.
 */
const FLOATING =
  'max-lg:border-line max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--bottom-bar,0px) max-lg:z-10 max-lg:border-t max-lg:px-4 max-lg:in-[body:has([data-word]:active)]:invisible';

/** Below the text of the film on a wide screen, so that nothing floats over its words; `null` before it is rendered. */
export const ActionsPlace = createContext<HTMLElement | null>(null);

/** Ignores the second half of a double click, which may have begun on a word where the button is now. */
const single =
  (act: () => void) =>
  ({ detail }: MouseEvent): void =>
    detail > 1 ? undefined : act();

interface WordActionsProps {
  /** What is to be done in words, where nothing can be pressed. */
  hint: string;
  /** Several words are selected. */
  selecting: boolean;
  /** It stays in sight wherever the last press was. */
  stays: boolean;
  /** Whether all selected words are cut out; `null` if no word is selected. */
  allCut: boolean | null;
  onCut: () => void;
  onTrim: () => void;
  /** `null` if no word can be corrected. */
  onCorrect: (() => void) | null;
  /** The form in place of the actions. */
  form: ReactNode;
}

/**
 * What can be done with the selected words. It is always in sight and, but for a form, of one height: what appears in it
 * while a word is pressed moves no word, and covers none that was seen.
 */
export function WordActions(props: WordActionsProps): ReactElement {
  const { hint, selecting, stays, allCut, onCut, onTrim, onCorrect, form } = props;
  const inText = useEditorState((state) => state.inText);
  const floats = stays || (inText && (allCut !== null || form !== null));
  const Icon = allCut ? Undo2 : Scissors;
  const place = useContext(ActionsPlace);
  const wide = useWide();
  const bar = (
    <div className={clsx('bg-surface px-4 py-1', floats && FLOATING)}>
      {form ?? (
        <div className="flex h-8 items-center gap-2">
          {allCut === null ? <p className="text-muted truncate text-xs">{hint}</p> : null}
          {allCut === null ? null : (
            <Button size="sm" aria-keyshortcuts="Delete" onClick={single(onCut)}>
              <Icon aria-hidden size={14} /> {allCut ? 'Restore' : 'Cut'}
            </Button>
          )}
          {selecting ? (
            <Button size="sm" onClick={single(onTrim)}>
              <Crop aria-hidden size={14} /> Trim to selection
            </Button>
          ) : null}
          {onCorrect ? (
            <Button size="sm" onClick={single(onCorrect)}>
              <SpellCheck aria-hidden size={14} /> Correct
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
  return wide && place ? createPortal(bar, place) : <div className="-mx-4 min-h-10">{bar}</div>;
}
