import { useState, type Dispatch, type PointerEvent, type SetStateAction } from 'react';

/** From the word where a selection began to the last one that it reached, by their indexes. */
type Picked = { from: number; to: number } | null;

interface PickedWords {
  picked: Picked;
  setPicked: Dispatch<SetStateAction<Picked>>;
  /** In the order of the text; -1 where no word is picked. */
  first: number;
  last: number;
  /** More than one word is picked. */
  selecting: boolean;
  /** Without a mouse and Shift: one press starts the selection, the next one ends it. */
  byPresses: boolean;
  setByPresses: (on: boolean) => void;
  /** Picks no word any more. */
  leave: () => void;
  /** A mouse that is pressed on a word picks it, and the words that it is dragged over. */
  onPointer: (event: PointerEvent) => void;
}

/** The words of a transcript that somebody picks, by a mouse or by presses. */
export function usePickedWords(): PickedWords {
  const [picked, setPicked] = useState<Picked>(null);
  const [byPresses, setByPresses] = useState(false);
  return {
    picked,
    setPicked,
    first: picked ? Math.min(picked.from, picked.to) : -1,
    last: picked ? Math.max(picked.from, picked.to) : -1,
    selecting: picked !== null && picked.from !== picked.to,
    byPresses,
    setByPresses,
    leave: () => {
      setPicked(null);
      setByPresses(false);
    },
    onPointer: ({ type, target, pointerType, buttons, shiftKey }) => {
      if (pointerType === 'touch' || buttons !== 1) return;
      const index = wordAt((target as Element).closest('[data-word]'));
      if (index === null) return;
      const begins = type === 'pointerdown' && !shiftKey && !(byPresses && picked);
      setPicked((known) => ({ from: begins ? index : (known?.from ?? index), to: index }));
    },
  };
}

/** The index of the word that an element shows; null for another element. */
export function wordAt(element: Element | null): number | null {
  const index = (element as HTMLElement | null)?.dataset['word'];
  return index === undefined ? null : Number(index);
}
