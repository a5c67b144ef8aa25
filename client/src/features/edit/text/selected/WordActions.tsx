import { createContext, useContext, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { clsx } from 'clsx';
import { Crop, Scissors, SpellCheck, Undo2 } from 'lucide-react';
import { Button } from '../../../../components/ui/controls/Button.tsx';
import { useEditorState } from '../../context/editor-context.ts';
import { useWide } from '../../../../hooks/use-media-query.ts';

/** The position above the bottom bar on a small screen. It is hidden during a press, which it might cover. */
const FLOATING =
  'max-lg:border-line max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--bottom-bar,0px) max-lg:z-10 max-lg:border-t max-lg:px-4 max-lg:in-[body:has([data-word]:active)]:invisible';

/** The position below the film's text on a wide screen, where it covers no words; `null` before it is rendered. */
export const ActionsPlace = createContext<HTMLElement | null>(null);

/** Ignores the second half of a double click, which may have begun on a word where the button is now. */
const single =
  (act: () => void) =>
  ({ detail }: MouseEvent): void =>
    detail > 1 ? undefined : act();

interface WordActionsProps {
  /** A hint that is shown while there are no actions. */
  hint: string;
  /** Whether several words are selected. */
  selecting: boolean;
  /** Whether it stays visible wherever the last press was. */
  stays: boolean;
  /** Whether all selected words are cut out; `null` if no word is selected. */
  allCut: boolean | null;
  onCut: () => void;
  onTrim: () => void;
  /** Opens the form that corrects the word; `null` if no word can be corrected. */
  onCorrect: (() => void) | null;
  /** The form that replaces the actions. */
  form: ReactNode;
}

/**
 * The actions on the selected words. They are always visible and, except for a form, of constant height, so
 * that words neither move nor are covered during a press.
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
