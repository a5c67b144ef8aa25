import {
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react';
import { MAX_QUERY } from '#contract/limits.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { announce } from '../../../lib/announce.ts';
import type { Problem } from '../../../lib/api/attempt.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { goToField } from '../parts/focus.ts';
import { excerptOf, type FilmPlace, findMatches, type Match, matchFrom } from './matches.ts';

/** Finds and replaces words in the titles and texts of all sections. */
export function FindBar(): ReactElement {
  const editor = useEditor();
  const sections = useEditorState((state) => state.sections);
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  /** The position of the current match; `null` until a match is selected. */
  const [place, setPlace] = useState<FilmPlace | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef(document.activeElement);
  useLayoutEffect(() => input.current?.focus(), []);

  const search = useMemo(() => ({ find, matchCase, wholeWords }), [find, matchCase, wholeWords]);
  const deferred = useDeferredValue(search);
  const matches = useMemo(() => findMatches(sections, deferred), [sections, deferred]);
  const at = place === null ? -1 : matchFrom(matches, sections, place);
  const current = matches[at];
  const count = matches.length;
  useEffect(() => {
    if (deferred.find !== '') announce(count === 0 ? 'Nothing found' : `${count} found`);
  }, [deferred, count]);

  useEffect(() => {
    editor.store.setState({ found: current?.in === 'text' ? current : null });
    return () => editor.store.setState({ found: null });
  }, [editor, current]);

  const changeSearch = (change: () => void): void => {
    change();
    setPlace(null);
    setProblem(null);
  };
  const goTo = (match: Match | undefined, number: number): void => {
    if (!match) return;
    setPlace(match);
    editor.select(match.sectionId);
    editor.inspect('text');
    const { before, found, after } = excerptOf(match);
    announce(`${number} of ${count}, ${match.in} of ${match.section.title}: ${before}${found}${after}`);
  };
  const step = (by: 1 | -1): void => {
    const first = { sectionId: editor.state.selectedId ?? '', in: 'title', at: 0 } as const;
    const from = matchFrom(matches, sections, first);
    const next = at < 0 ? (by > 0 ? from : from - 1) : at + by;
    const index = (next + count) % count;
    goTo(matches[index], index + 1);
  };
  const close = (): void => {
    editor.showFind(false);
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
  };
  const replace = async (only?: Match): Promise<void> => {
    if (busy || count === 0) return;
    setBusy(true);
    setProblem(null);
    const target = only && { sectionId: only.sectionId, in: only.in, at: only.at };
    const done = await editor.words.replaceText({ ...search, replacement, only: target }, setProblem);
    setBusy(false);
    if (!done || !only) return;
    // The replacement itself is not found again.
    const after = { ...only, at: only.at + replacement.length };
    setPlace(after);
    const { sections: now } = editor.state;
    const remaining = findMatches(now, search);
    const next = remaining[matchFrom(remaining, now, after)];
    if (next) editor.select(next.sectionId);
  };
  const onKey = (event: KeyboardEvent, onEnter: (by: 1 | -1) => void): void => {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter(event.shiftKey ? -1 : 1);
  };

  return (
    <search aria-label="Find and replace" className="panel space-y-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 flex-wrap items-center gap-x-1 gap-y-2">
          <input
            ref={input}
            data-field="find"
            value={find}
            maxLength={MAX_QUERY}
            aria-label="Find"
            placeholder="Find in titles and texts"
            autoComplete="off"
            onChange={(event) => changeSearch(() => setFind(event.target.value))}
            onKeyDown={(event) => onKey(event, step)}
            className="field w-0 min-w-44 flex-1"
          />
          <div className="flex min-w-0 flex-wrap items-center gap-1 max-sm:flex-1">
            <IconButton
              label="Match case"
              pressed={matchCase}
              onClick={() => changeSearch(() => setMatchCase(!matchCase))}
              className={matchCase ? ON : undefined}
            >
              <CaseSensitive aria-hidden size={18} />
            </IconButton>
            <IconButton
              label="Whole words"
              pressed={wholeWords}
              onClick={() => changeSearch(() => setWholeWords(!wholeWords))}
              className={wholeWords ? ON : undefined}
            >
              <WholeWord aria-hidden size={18} />
            </IconButton>
            <p className="text-muted min-w-18 flex-1 text-center text-xs tabular-nums">
              {countWords(deferred.find, at, count)}
            </p>
            <IconButton label="Previous" inactive={count === 0} onClick={() => step(-1)}>
              <ChevronUp aria-hidden size={18} />
            </IconButton>
            <IconButton label="Next" inactive={count === 0} onClick={() => step(1)}>
              <ChevronDown aria-hidden size={18} />
            </IconButton>
          </div>
        </div>
        <div className="flex min-w-0 flex-1 basis-80 flex-wrap items-center gap-x-2 gap-y-2">
          <input
            value={replacement}
            maxLength={MAX_QUERY}
            aria-label="Replace with"
            placeholder="Replace with"
            autoComplete="off"
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={(event) => onKey(event, () => (current ? void replace(current) : step(1)))}
            className="field w-0 min-w-44 flex-1"
          />
          <div className="flex min-w-0 flex-wrap items-center gap-2 max-sm:flex-1">
            <Button size="sm" inactive={busy || !current} onClick={() => void replace(current)}>
              Replace
            </Button>
            <Button size="sm" inactive={busy || count === 0} onClick={() => void replace()}>
              Replace all
            </Button>
            <IconButton label="Close Find" onClick={close} className="ml-auto">
              <X aria-hidden size={16} />
            </IconButton>
          </div>
        </div>
      </div>
      {current ? <CurrentMatch match={current} /> : null}
      {problem ? (
        <Notice tone="danger" urgent error={problem.error}>
          {problem.text}
        </Notice>
      ) : null}
    </search>
  );
}

const ON = 'bg-accent-soft';

function countWords(find: string, at: number, count: number): string {
  if (find === '') return '';
  if (count === 0) return 'Nothing found';
  return at < 0 ? `${count} found` : `${at + 1} of ${count}`;
}

/** The current match with its context. A press moves to it. */
function CurrentMatch({ match }: { match: Match }): ReactElement {
  const editor = useEditor();
  const { before, found, after } = excerptOf(match);
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-muted text-xs">
        {match.in === 'title' ? 'Title' : 'Text'} of {match.section.title}
      </span>
      <button
        type="button"
        className="hover:bg-fg/8 min-h-8 min-w-0 rounded-md px-2 text-left"
        onClick={() => {
          editor.showPane('details');
          goToField(editor, match.in, match);
        }}
      >
        <span className="break-words">
          {before}
          <mark className="bg-trim/40 text-fg rounded-sm">{found}</mark>
          {after}
        </span>
      </button>
    </p>
  );
}
