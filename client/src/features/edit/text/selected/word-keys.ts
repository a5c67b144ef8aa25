import type { KeyboardEvent } from 'react';
import { type PickedWords, wordAt } from './use-picked-words.ts';

interface Words extends Pick<PickedWords, 'picked' | 'setPicked' | 'selecting'> {
  /** Cuts or restores the words between two indexes; without indexes the selected words. */
  cut: (from?: number, to?: number) => void;
  onLeave: (by: 1 | -1) => void;
}

/** Handles a key of the transcript: arrow keys move between words or select them, Delete and Backspace cut words. */
export function onWordKey(event: KeyboardEvent<HTMLElement>, words: Words): void {
  const { picked, setPicked, selecting, cut, onLeave } = words;
  if (event.key === 'Escape' && picked) setPicked(null);
  if (event.key === 'Delete' || event.key === 'Backspace') {
    const focused = wordAt(document.activeElement);
    event.preventDefault();
    event.stopPropagation();
    if (selecting) cut();
    else if (focused !== null) cut(focused, focused);
    return;
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  // A selection contains only words, so speaker names and cut pauses are skipped.
  let to = at + step;
  while (event.shiftKey && buttons[to] && wordAt(buttons[to]!) === null) to += step;
  const next = buttons[to];
  if (!next) return event.shiftKey ? undefined : onLeave(step as 1 | -1);
  next.focus();
  const [from, reached] = [wordAt(buttons[at] ?? null), wordAt(next)];
  if (event.shiftKey && reached !== null) setPicked({ from: picked?.from ?? from ?? reached, to: reached });
  else if (!event.shiftKey) setPicked(null);
}
