import {
  Fragment,
  memo,
  useEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import type { Section } from '#contract/sections.ts';
import { useWords } from '../context/queries.ts';
import { shownWords } from '../section/drafts.ts';
import { sectionLength } from '../section/fit-words.ts';
import { textParts } from '../section/written-words.ts';
import { SpeakerName } from './SpeakerName.tsx';

interface OtherTextProps {
  section: Section;
  /** Selects the section and moves to the word at a place of its text; `null` is the beginning. */
  onGo: (id: string, at: number | null, beside: HTMLElement) => void;
}

/** The title and text of a section that is not selected. A press selects the section. */
export const OtherText = memo(function OtherText({ section, onGo }: OtherTextProps): ReactElement {
  const { id, title, transcription, cuts, saysWords, tellsSpeakers } = section;
  const box = useRef<HTMLParagraphElement>(null);
  const isEmpty = transcription.trim() === '';
  const press = (event: MouseEvent): void => {
    // Selecting text to copy it must not change the section.
    if (window.getSelection()?.isCollapsed === false) return;
    if (box.current) onGo(id, placeAt(event, box.current), box.current);
  };
  return (
    <div className="border-line border-b pb-2">
      <h3 className="flex min-h-8 items-center gap-2">
        <button
          type="button"
          aria-label={`Go to the text of ${title}`}
          title={title}
          onClick={() => onGo(id, null, box.current!)}
          className="hover:text-accent min-h-6 min-w-0 flex-1 truncate text-left text-sm font-medium focus-visible:-outline-offset-2"
        >
          {title}
        </button>
        <span className="text-muted text-xs tabular-nums">{sectionLength(section)}</span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keys have the title's button, and the arrows from word to word */}
      <p
        ref={box}
        data-other-text={id}
        onClick={press}
        className="text-muted hover:text-fg cursor-pointer leading-7 break-words"
      >
        {isEmpty ? (
          'No words in this section'
        ) : saysWords && (cuts.length > 0 || tellsSpeakers) ? (
          <InParts section={section} box={box} />
        ) : (
          transcription
        )}
      </p>
    </div>
  );
});

/** A text with the speakers' names. Cut words are struck through once the text has been near the visible part. */
function InParts({ section, box }: { section: Section; box: RefObject<HTMLElement | null> }): ReactElement {
  const { words } = useWords(useSeen(box) ? section.id : null);
  const parts = textParts(section, shownWords(section, words));
  return (
    <>
      {parts.map(({ from, text, struck, speaker }) => {
        const Tag = struck ? 's' : 'span';
        return (
          <Fragment key={from}>
            {speaker === null ? null : <SpeakerName name={speaker} />}
            <Tag data-from={from}>{text}</Tag>
          </Fragment>
        );
      })}
    </>
  );
}

/** Whether an element has been near the visible part. */
function useSeen(box: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !box.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [seen, box]);
  return seen;
}

/**
 * Returns the place in a paragraph's text at which it was pressed, in UTF-16 code units; `null` if the press
 * was beside the text.
 */
function placeAt({ clientX, clientY }: MouseEvent, box: HTMLElement): number | null {
  const caret = caretAt(clientX, clientY);
  if (!caret || !box.contains(caret.node) || caret.node.nodeType !== Node.TEXT_NODE) return null;
  const speaker = caret.node.parentElement?.closest('[data-speaker]');
  if (speaker) return Number((speaker.nextElementSibling as HTMLElement).dataset['from']);
  const part = caret.node.parentElement?.closest<HTMLElement>('[data-from]');
  return Number(part?.dataset['from'] ?? 0) + caret.offset;
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // Older browsers support only the other method.
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}
