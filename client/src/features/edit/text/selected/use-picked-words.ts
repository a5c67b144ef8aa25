import { useState, type Dispatch, type PointerEvent, type SetStateAction } from 'react';

/** The indexes of the word where a selection began and of the last word that it reached. */
type Picked = { from: number; to: number } | null;

export interface PickedWords {
  picked: Picked;
  setPicked: Dispatch<SetStateAction<Picked>>;
  /** The first and the last index in the order of the text; -1 if no word is picked. */
  first: number;
  last: number;
  /** Whether more than one word is picked. */
  selecting: boolean;
  /** Whether one press starts the selection and the next one ends it, without a mouse and Shift. */
  byPresses: boolean;
  setByPresses: (on: boolean) => void;
  /** Clears the selection. */
  leave: () => void;
  /** Picks the word on which the mouse is pressed, and the words over which it is dragged. */
  onPointer: (event: PointerEvent) => void;
}

/** The words of a transcript that are selected by the mouse or by presses. */
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
      setPicked((current) => ({ from: begins ? index : (current?.from ?? index), to: index }));
    },
  };
}

/** Returns the index of the word that an element shows; `null` for other elements. */
export function wordAt(element: Element | null): number | null {
  const index = (element as HTMLElement | null)?.dataset['word'];
  return index === undefined ? null : Number(index);
}
