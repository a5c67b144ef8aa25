import { memo, useMemo, useRef, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { Section, Word } from '#contract/sections.ts';
import type { Clock, PlayerHandle } from '../../components/player/clock.ts';
import { clsx } from 'clsx';

interface TranscriptProps {
  section: Section;
  clock: Clock;
  player: RefObject<PlayerHandle | null>;
}

/** The words as they are spoken: the one being said is lit, a press on one goes there. */
export function Transcript({ section, clock, player }: TranscriptProps): ReactElement {
  const { words: all, startTime, endTime } = section;
  const words = useMemo(
    () =>
      all.filter(
        (word) => (word.start + word.end) / 2 >= startTime && (word.start + word.end) / 2 <= endTime,
      ),
    [all, startTime, endTime],
  );
  const current = useStore(clock, ({ time }) => spokenAt(words, time));
  const box = useRef<HTMLDivElement>(null);

  // One stop for the Tab key; the arrows go from word to word.
  const roving = Math.max(0, current);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[at + step]?.focus();
  };

  return (
    <div className="space-y-1.5">
      <h3 className="text-sm font-medium">Spoken words</h3>
      <div
        ref={box}
        role="toolbar"
        aria-label="Spoken words"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="bg-surface-2 max-h-44 overflow-y-auto rounded-md px-2.5 py-1.5 leading-7"
      >
        {words.map((word, index) => (
          <SpokenWord
            key={`${word.start}-${index}`}
            word={word}
            lit={index === current}
            reachable={index === roving}
            player={player}
          />
        ))}
      </div>
    </div>
  );
}

interface SpokenWordProps {
  word: Word;
  lit: boolean;
  reachable: boolean;
  player: RefObject<PlayerHandle | null>;
}

const SpokenWord = memo(function SpokenWord({ word, lit, reachable, player }: SpokenWordProps): ReactElement {
  return (
    <>
      <button
        type="button"
        tabIndex={reachable ? 0 : -1}
        aria-current={lit ? 'true' : undefined}
        onClick={() => player.current?.seek(word.start + 0.01)}
        className={clsx(
          '-mx-0.5 inline rounded-sm px-0.5',
          lit ? 'bg-accent text-on-accent' : 'hover:bg-accent-soft',
        )}
      >
        {word.text}
      </button>{' '}
    </>
  );
});

/** The word at a moment: the last one that has begun, until the next begins; -1 before the first. */
function spokenAt(words: Word[], time: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  const word = words[index];
  return word && time <= word.end + 0.6 ? index : -1;
}
