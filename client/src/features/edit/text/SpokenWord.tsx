import { memo, type ReactElement } from 'react';
import { clsx } from 'clsx';
import type { Part } from '#contract/cuts.ts';

export interface Press {
  extend: boolean;
  /** Whether a finger pressed. */
  touched: boolean;
  /** Whether this is the second press of a double click. */
  again: boolean;
}

interface SpokenWordProps {
  /** The word as it appears in the section's text. */
  text: string;
  /** The transcribed word, if it differs from the text or the text omits it. */
  transcribed: string | null;
  index: number;
  lit: boolean;
  selected: boolean;
  reachable: boolean;
  /** Whether the recogniser was uncertain. */
  unsure: boolean;
  /** Whether it is the current match of Find. */
  isFound: boolean;
  /** Whether it is cut out of the film. */
  isCut: boolean;
  onPress: (index: number, how: Press) => void;
}

export const SpokenWord = memo(function SpokenWord(props: SpokenWordProps): ReactElement {
  const { text, transcribed, index, lit, selected, reachable, unsure, isFound, isCut, onPress } = props;
  return (
    <>
      <button
        type="button"
        tabIndex={reachable ? 0 : -1}
        data-word={index}
        data-found={isFound || undefined}
        data-unsure={unsure || undefined}
        title={transcribed === null ? undefined : `Transcribed as “${transcribed}”`}
        aria-label={isCut ? `${text}, cut out: restore` : unsure ? `${text}, may be wrong` : undefined}
        aria-current={lit ? 'true' : undefined}
        aria-pressed={selected}
        onClick={(event) =>
          onPress(index, {
            extend: event.shiftKey,
            touched: (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch',
            again: event.detail > 1,
          })
        }
        className={clsx(
          '-mx-0.5 inline rounded-sm px-0.5',
          isCut && 'text-muted line-through',
          unsure && 'underline decoration-dotted decoration-2 underline-offset-4',
          lit ? 'bg-accent text-on-accent' : selected ? 'bg-trim/40' : 'hover:bg-accent-soft',
        )}
      >
        {isFound ? <mark className="bg-trim/40 text-fg rounded-sm">{text}</mark> : text}
      </button>{' '}
    </>
  );
});

interface CutPauseProps {
  part: Part;
  onRestore: () => void;
}

/** A pause that is cut out of the film. */
export function CutPause({ part, onRestore }: CutPauseProps): ReactElement {
  const seconds = ((part.endMs - part.startMs) / 1000).toFixed(1);
  return (
    <>
      <button
        type="button"
        aria-label={`Pause of ${seconds} s, cut out: restore`}
        onClick={onRestore}
        className="text-muted bg-surface hover:bg-accent-soft rounded-sm px-1 text-xs tabular-nums line-through"
      >
        {seconds} s
      </button>{' '}
    </>
  );
}
