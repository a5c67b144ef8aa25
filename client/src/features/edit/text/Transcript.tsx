import {
  Fragment,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { ListX, TextSelect } from 'lucide-react';
import type { Part } from '#contract/cuts.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import { withWordAt } from '#text/transcript/said-words.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { cutOf, partBetween, firstWords } from '../section/cut-words.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useClock, usePlayback } from '../context/playback-context.ts';
import { moveEdge } from '../section/ranges.ts';
import { spokenAt, wordAtPlace } from '../section/written-words.ts';
import { SpeakerButton } from './SpeakerName.tsx';
import { usePickedWords } from './selected/use-picked-words.ts';
import { onWordKey } from './selected/word-keys.ts';
import { WordActions } from './selected/WordActions.tsx';
import { CutPause, type Press, SpokenWord } from './SpokenWord.tsx';
import { UncertainWords } from './UncertainWords.tsx';
import { useTranscriptWords } from './use-transcript-words.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const CorrectWord = lazy(async () => ({
  default: (await loadPart(() => import('./CorrectWord.tsx'))).CorrectWord,
}));

/** Playback starts this long before an uncertain word, in seconds. */
const BEFORE_UNSURE = 0.5;

/**
 * The word that receives the focus: the first, the last, or the one at an offset in the text, in UTF-16 code
 * units.
 */
export type Arrival = 'first' | 'last' | number;

interface TranscriptProps {
  section: Section;
  /** The transcript words of the saved section. */
  known: SectionWords;
  /** Controls beside the button that selects words. */
  action: ReactNode;
  /** The word that receives the focus when the transcript appears. */
  arrival: Arrival | null;
  onArrive: () => void;
  /** Called when an arrow key moves the focus beyond the last word or before the first one. */
  onLeave: (by: 1 | -1) => void;
}

/**
 * The transcript words of a section, with the corrections of its text. The current word is highlighted, and a
 * press on a word seeks to it. Words that are cut out of the film are struck through, and a press restores
 * them.
 */
export function Transcript({
  section,
  known,
  action,
  arrival,
  onArrive,
  onLeave,
}: TranscriptProps): ReactElement {
  const { startTime, endTime } = section;
  const { words, written, cut, pauses, unsure, turns } = useTranscriptWords(section, known);
  const current = useClock(({ time }) => spokenAt(words, time));
  const box = useRef<HTMLDivElement>(null);
  const editor = useEditor();
  const { player } = usePlayback();
  const { picked, setPicked, first, last, selecting, byPresses, setByPresses, leave, onPointer } =
    usePickedWords();
  const [correcting, setCorrecting] = useState<{ index: number; focused: boolean } | null>(null);
  const corrected = correcting && words[correcting.index];
  /** The word that the last press restored. */
  const restored = useRef<number | null>(null);
  const place = correcting && written[correcting.index]?.place;
  const match = useEditorState((state) => (state.found?.sectionId === section.id ? state.found : null));
  const one =
    picked !== null && !selecting && !byPresses && !cut.has(first) && written[first]?.place ? first : null;

  useEffect(() => {
    if (arrival === null) return;
    const isPlace = typeof arrival === 'number';
    const to = isPlace ? wordAtPlace(section, words, arrival) : arrival === 'first' ? 0 : words.length - 1;
    // A pressed word is already under the pointer, so the view must not scroll. It is selected as by a press.
    if (to !== null)
      box.current?.querySelector<HTMLElement>(`[data-word="${to}"]`)?.focus({ preventScroll: isPlace });
    if (isPlace && to !== null) setPicked({ from: to, to });
    onArrive();
    // oxlint-disable-next-line react/exhaustive-deps -- only when the transcript appears
  }, []);

  useEffect(() => {
    if (match) box.current?.querySelector('[data-found]')?.scrollIntoView({ block: 'nearest' });
  }, [match]);

  const press = useCallback(
    (index: number, { extend, touched, again }: Press) => {
      const word = words[index];
      if (!word) return;
      if (again) {
        // The first press of a double click went to the word, or has restored it. The second one corrects it.
        if (restored.current !== index && !byPresses && !cut.has(index) && written[index]?.place)
          setCorrecting({ index, focused: true });
        return;
      }
      restored.current = null;
      const extending = extend || byPresses;
      setPicked((current) => ({ from: extending && current ? current.from : index, to: index }));
      setCorrecting(null);
      if (extending) return;
      const hiding = cutOf(section, word);
      if (hiding) {
        restored.current = index;
        const back = words.filter((other) => cutOf(section, other) === hiding);
        editor.trims.restore(section, [hiding], firstWords(back));
        return;
      }
      const isUnsure = unsure.has(index);
      player.current?.seek(isUnsure ? Math.max(startTime, word.start - BEFORE_UNSURE) : word.start + 0.01);
      if (!isUnsure) return;
      player.current?.play();
      setCorrecting({ index, focused: !touched });
    },
    [words, player, byPresses, setPicked, unsure, startTime, section, editor, setCorrecting, cut, written],
  );
  const trimToSelection = (): void => {
    const [from, to] = [words[first], words[last]];
    if (!from || !to) return;
    const length = section.preview?.duration ?? endTime;
    const trimmed = moveEdge({ start: startTime, end: endTime }, 'start', from.start, length);
    editor.trims.trim(section, moveEdge(trimmed, 'end', to.end, length));
    leave();
  };

  /** Cuts the selected words out of the film, or restores them if all of them are cut. */
  const cutSelection = (from = first, to = last): void => {
    const chosen = words.slice(from, to + 1);
    const part = partBetween(words, [from, to], known.silences);
    if (!part) return;
    if (chosen.every((word) => cutOf(section, word)))
      editor.trims.restore(section, [part], firstWords(chosen));
    else if (!editor.trims.cut(section, [part], firstWords(chosen))) return;
    leave();
    setCorrecting(null);
    focusWord(to);
  };
  const allCut = picked !== null && words.slice(first, last + 1).every((_, at) => cut.has(first + at));

  const focusWord = (index: number): void =>
    box.current?.querySelector<HTMLElement>(`[data-word="${index}"]`)?.focus();
  const correct = (index: number, to: TextPlace, text: string): void => {
    editor.saver.edit(section.id, { transcription: withWordAt(section.transcription, to, text) });
    setCorrecting(null);
    focusWord(index);
  };

  // The toolbar is one Tab stop. Arrow keys move between words, and select words with Shift.
  const roving = Math.min(words.length - 1, Math.max(0, picked?.to ?? current));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void =>
    onWordKey(event, { picked, setPicked, selecting, cut: cutSelection, onLeave });
  const pause = (part: Part, beside: number): ReactElement => (
    <CutPause
      key={part.startMs}
      part={part}
      onRestore={() => {
        editor.trims.restore(section, [part], 'The pause is');
        focusWord(beside);
      }}
    />
  );
  return (
    <div className="space-y-1.5">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        {action}
        <Button
          size="sm"
          look={byPresses ? 'secondary' : 'quiet'}
          aria-pressed={byPresses}
          aria-label="Select words"
          onClick={() => {
            setPicked(null);
            setByPresses(!byPresses);
          }}
        >
          <TextSelect aria-hidden size={14} />
          <span>
            Select<span className="@max-[19rem]:hidden"> words</span>
          </span>
        </Button>
      </div>
      <div
        ref={box}
        role="toolbar"
        aria-label="Spoken words: click one to go there, select several to cut or keep them"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerOver={onPointer}
        className="leading-7 break-words select-none max-lg:[&_button]:scroll-mb-14"
      >
        {words.map((word, index) => (
          <Fragment key={`${word.start}-${index}`}>
            {pauses.get(index)?.map((part) => pause(part, index))}
            {turns.has(index) ? (
              <SpeakerButton
                name={turns.get(index)!}
                onPress={() => editor.renameSpeaker(turns.get(index)!)}
              />
            ) : null}
            <SpokenWord
              text={written[index]?.text ?? word.text}
              transcribed={written[index]?.text === word.text ? null : word.text}
              index={index}
              lit={index === current}
              selected={(selecting || byPresses) && index >= first && index <= last}
              reachable={index === roving}
              unsure={unsure.has(index)}
              isFound={isWithin(written[index]?.place, match)}
              isCut={cut.has(index)}
              onPress={press}
            />
          </Fragment>
        ))}
        {pauses.get(words.length)?.map((part) => pause(part, words.length - 1))}
      </div>
      <Button size="sm" look="quiet" className="-ml-2.5" onClick={() => editor.show('fillers')}>
        <ListX aria-hidden size={14} /> Fillers and pauses…
      </Button>
      <UncertainWords count={unsure.size} />
      <WordActions
        hint={
          !byPresses
            ? 'Select words to cut or keep.'
            : picked
              ? 'Now click the last word.'
              : 'Click the first word, then the last.'
        }
        selecting={selecting}
        stays={selecting || byPresses}
        allCut={picked === null || (byPresses && !selecting) ? null : allCut}
        onCut={() => cutSelection()}
        onTrim={trimToSelection}
        onCorrect={one === null ? null : () => setCorrecting({ index: one, focused: true })}
        form={
          correcting && corrected && place ? (
            <Suspense fallback={null}>
              <CorrectWord
                key={correcting.index}
                transcribed={corrected.text}
                shown={written[correcting.index]?.text ?? corrected.text}
                narrated={section.narrated}
                focused={correcting.focused}
                onConfirm={
                  corrected.withheld
                    ? () => {
                        void editor.words.confirm(section.id, corrected);
                        setCorrecting(null);
                        focusWord(correcting.index);
                      }
                    : null
                }
                onCorrect={(text) => correct(correcting.index, place, text)}
                onClose={() => {
                  setCorrecting(null);
                  focusWord(correcting.index);
                }}
              />
            </Suspense>
          ) : null
        }
      />
    </div>
  );
}

const isWithin = (place: TextPlace | null | undefined, match: TextPlace | null): boolean =>
  place != null && match !== null && place.from < match.to && match.from < place.to;
