import {
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { Crop, TextSelect } from 'lucide-react';
import type { Section, SectionWords, Word } from '#contract/sections.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { clsx } from 'clsx';
import { shownWords } from '../section/drafts.ts';
import { useEditor } from '../context/editor-context.ts';
import { useClock, usePlayback } from '../context/playback-context.ts';
import { moveEdge } from '../section/ranges.ts';

interface TranscriptProps {
  section: Section;
  /** The saved section's words. */
  known: SectionWords;
}

/** The transcript: the current word is highlighted, a press on a word seeks to it. */
export function Transcript({ section, known }: TranscriptProps): ReactElement {
  const { startTime, endTime } = section;
  const words = useMemo(() => shownWords(section, known), [section, known]);
  const current = useClock(({ time }) => spokenAt(words, time));
  const box = useRef<HTMLDivElement>(null);
  const editor = useEditor();
  const { player } = usePlayback();
  // From the word where the press began to the last one reached.
  const [picked, setPicked] = useState<{ from: number; to: number } | null>(null);
  const first = picked ? Math.min(picked.from, picked.to) : -1;
  const last = picked ? Math.max(picked.from, picked.to) : -1;
  const selecting = picked !== null && picked.from !== picked.to;
  // Without a mouse and Shift: one press starts the selection, the next one ends it.
  const [byPresses, setByPresses] = useState(false);

  const reach = (index: number): void => setPicked((known) => ({ from: known?.from ?? index, to: index }));
  const press = useCallback(
    (index: number, extend: boolean) => {
      const word = words[index];
      if (!word) return;
      const extending = extend || byPresses;
      setPicked((known) => ({ from: extending && known ? known.from : index, to: index }));
      if (!extending) player.current?.seek(word.start + 0.01);
    },
    [words, player, byPresses],
  );
  const trimToSelection = (): void => {
    const [from, to] = [words[first], words[last]];
    if (!from || !to) return;
    const length = section.preview?.duration ?? endTime;
    const begun = moveEdge({ start: startTime, end: endTime }, 'start', from.start, length);
    editor.trims.trim(section, moveEdge(begun, 'end', to.end, length));
    setPicked(null);
    setByPresses(false);
  };

  // One Tab stop; the arrows move between words, with Shift they select.
  const roving = Math.min(words.length - 1, Math.max(0, picked?.to ?? current));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && picked) setPicked(null);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    const next = buttons[at + step];
    if (!next) return;
    next.focus();
    if (event.shiftKey) setPicked({ from: picked?.from ?? at, to: at + step });
    else setPicked(null);
  };
  const onPointer = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.buttons !== 1) return;
    const word = (event.target as Element).closest<HTMLElement>('[data-word]');
    if (!word) return;
    const index = Number(word.dataset['word']);
    const begins = event.type === 'pointerdown' && !event.shiftKey && !(byPresses && picked);
    if (begins) setPicked({ from: index, to: index });
    else reach(index);
  };

  return (
    <div className="space-y-1.5">
      <div className="flex min-h-8 items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Spoken words</h3>
        {selecting ? (
          <Button size="sm" onClick={trimToSelection}>
            <Crop aria-hidden size={14} /> Trim to selection
          </Button>
        ) : (
          <Button
            size="sm"
            look={byPresses ? 'secondary' : 'quiet'}
            aria-pressed={byPresses}
            onClick={() => {
              setPicked(null);
              setByPresses(!byPresses);
            }}
          >
            <TextSelect aria-hidden size={14} /> {byPresses ? 'Press first, then last' : 'Select words'}
          </Button>
        )}
      </div>
      <div
        ref={box}
        role="toolbar"
        aria-label="Spoken words: press one to go there, select several to trim to them"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerOver={onPointer}
        className="bg-surface-2 max-h-44 overflow-y-auto rounded-md px-2.5 py-1.5 leading-7 select-none"
      >
        {words.map((word, index) => (
          <SpokenWord
            key={`${word.start}-${index}`}
            word={word}
            index={index}
            lit={index === current}
            selected={selecting && index >= first && index <= last}
            reachable={index === roving}
            onPress={press}
          />
        ))}
      </div>
    </div>
  );
}

interface SpokenWordProps {
  word: Word;
  index: number;
  lit: boolean;
  selected: boolean;
  reachable: boolean;
  onPress: (index: number, extend: boolean) => void;
}

const SpokenWord = memo(function SpokenWord(props: SpokenWordProps): ReactElement {
  const { word, index, lit, selected, reachable, onPress } = props;
  return (
    <>
      <button
        type="button"
        tabIndex={reachable ? 0 : -1}
        data-word={index}
        aria-current={lit ? 'true' : undefined}
        aria-pressed={selected}
        onClick={(event) => onPress(index, event.shiftKey)}
        className={clsx(
          '-mx-0.5 inline rounded-sm px-0.5',
          lit ? 'bg-accent text-on-accent' : selected ? 'bg-trim/40' : 'hover:bg-accent-soft',
        )}
      >
        {word.text}
      </button>{' '}
    </>
  );
});

/** The word at a time: the last one that has started, until the next starts; -1 before the first. */
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
