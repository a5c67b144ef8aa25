import { useCallback, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { clsx } from 'clsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { usePlayback } from '../context/playback-context.ts';
import { useWide } from '../../../hooks/use-media-query.ts';
import { shownWords } from '../section/drafts.ts';
import { wordAtPlace } from '../section/written-words.ts';
import { loadWords } from '../store/words.ts';
import { OtherText } from './OtherText.tsx';
import { SelectedText } from './SelectedText.tsx';
import type { Arrival } from './Transcript.tsx';
import { ActionsPlace } from './selected/WordActions.tsx';
import { useTextKeys } from './selected/use-text-keys.ts';

/**
 * The number of sections in a group that is skipped while out of view. The browser checks each group in
 * every frame.
 */
const GROUP = 10;
/** The typical height of a section's text, in rem. */
const TYPICAL_HEIGHT = 6;
/** The minimum height of the selected section that is visible after scrolling to it, in pixels. */
const MIN_VISIBLE_PX = 96;

/**
 * The transcript of the whole film. A press on a word seeks to it and selects its section, whose words can
 * then be cut and corrected.
 */
export function FilmText(): ReactElement {
  const editor = useEditor();
  const { clock, player } = usePlayback();
  const sections = useEditorState((state) => state.sections);
  const selectedId = useEditorState((state) => state.selectedId);
  const language = useEditorState((state) => state.language);
  const whole = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLElement>(null);
  const [actions, setActions] = useState<HTMLElement | null>(null);
  /** Whether the selection was made in the text, which must not scroll then. */
  const chosen = useRef(false);
  /** The section that was reached by the arrow keys or a press, until one of its words receives the focus. */
  const [next, setNext] = useState<{ id: string; at: Arrival } | null>(null);
  if (next && next.id !== selectedId) setNext(null);
  useTextKeys(whole);
  const wide = useWide();

  /** The selection to which the text was scrolled last. A hidden tab of the inspector has no layout. */
  const shownId = useRef<string | null>(null);
  const hidden = useEditorState((state) => state.tab !== 'text') && wide;
  useLayoutEffect(() => {
    const all = box.current;
    if (!all || hidden || shownId.current === selectedId) return;
    shownId.current = selectedId;
    const own = all.querySelector(`[data-text="${selectedId}"]`);
    if (!own || chosen.current) return;
    const [viewport, { top, bottom }] = [all.getBoundingClientRect(), own.getBoundingClientRect()];
    if (top < viewport.top || Math.min(bottom, top + MIN_VISIBLE_PX) > viewport.bottom)
      all.scrollTop += top - viewport.top;
  }, [selectedId, hidden]);

  const go = useCallback(
    (id: string, at: number | null, beside: HTMLElement) => {
      const { film } = editor.state;
      const { top } = beside.getBoundingClientRect();
      // The film seeks to the selection itself.
      if (!film) clock.setState({ next: { play: clock.getState().playing } });
      chosen.current = true;
      flushSync(() => {
        editor.select(id);
        setNext(at === null ? null : { id, at });
      });
      chosen.current = false;
      // Scrolls so that the pressed words stay under the pointer, whatever is now shown above them.
      const text = box.current?.querySelector('[role=toolbar], textarea');
      if (box.current && text) box.current.scrollTop += text.getBoundingClientRect().top - top;
      const saved = editor.state.saved[id];
      if (at === null || !saved) return;
      void loadWords(saved).then((loaded) => {
        const { sections: now, selectedId: still } = editor.state;
        const section = now.find((candidate) => candidate.id === id);
        if (!section || still !== id) return;
        const words = shownWords(section, loaded);
        const word = words[wordAtPlace(section, words, at) ?? -1];
        if (word) player.current?.seek(word.start + 0.01);
      });
    },
    [editor, clock, player],
  );
  const arrive = useCallback(() => setNext(null), []);
  const leave = (by: 1 | -1): void => {
    if (!editor.selectBy(by)) return;
    const { selectedId: id } = editor.state;
    if (id !== null) setNext({ id, at: by === 1 ? 'first' : 'last' });
  };
  const groups = Array.from({ length: Math.ceil(sections.length / GROUP) }, (_, at) =>
    sections.slice(at * GROUP, (at + 1) * GROUP),
  );
  return (
    <ActionsPlace value={actions}>
      <div ref={whole} className="lg:flex lg:min-h-0 lg:flex-1 lg:flex-col">
        <section
          ref={box}
          aria-label="Text of the film"
          className="lg:@container relative max-h-96 space-y-2 overflow-y-auto px-4 pb-3 lg:max-h-none lg:min-h-0 lg:flex-1 lg:overscroll-contain lg:[scrollbar-width:thin]"
        >
          {groups.map((group, at) => (
            <div
              key={at * GROUP}
              style={{ containIntrinsicSize: `auto ${group.length * TYPICAL_HEIGHT}rem` }}
              className={clsx(
                'space-y-2',
                // Controls of the selected section may extend beyond the group.
                group.every(({ id }) => id !== selectedId) && '[content-visibility:auto]',
              )}
            >
              {group.map((section) =>
                section.id === selectedId ? (
                  <div key={section.id} data-text={section.id} className="border-line border-b py-1">
                    <SelectedText
                      key={language}
                      section={section}
                      arrival={next?.id === section.id ? next.at : null}
                      onArrive={arrive}
                      onLeave={leave}
                    />
                  </div>
                ) : (
                  <OtherText key={section.id} section={section} onGo={go} />
                ),
              )}
            </div>
          ))}
        </section>
        <div ref={setActions} className="lg:border-line shrink-0 not-empty:lg:border-t" />
      </div>
    </ActionsPlace>
  );
}
