import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { PencilLine, WholeWord } from 'lucide-react';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { UnreadNotice } from '../../../components/ui/messages/UnreadNotice.tsx';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useWords } from '../context/queries.ts';
import { showsSpoken, shownWords } from '../section/drafts.ts';
import { hasRange } from '../section/ranges.ts';
import { isTranscript } from '../section/written-words.ts';
import { goToField } from '../parts/focus.ts';
import { TextVoice } from '../parts/SoundMenu.tsx';
import { FitMeter } from './FitMeter.tsx';
import { SectionFacts } from './SectionFacts.tsx';
import { TextField, TitleField, useTextSource } from './TextFields.tsx';
import { type Arrival, Transcript } from './Transcript.tsx';

interface SelectedTextProps {
  section: Section;
  /** The word that receives the focus when the text appears. */
  arrival: Arrival | null;
  /** Called when that word has received the focus. */
  onArrive: () => void;
  onLeave: (by: 1 | -1) => void;
}

/**
 * The selected section in the text of the film: its title, facts and text. A text that matches the transcript
 * is shown as words, and "Rewrite" replaces them by a text field. Any other text is a text field.
 */
export function SelectedText(props: SelectedTextProps): ReactElement {
  const { section, arrival, onArrive, onLeave } = props;
  const editor = useEditor();
  const writing = useEditorState((state) => state.writing);
  const { words, error, retry } = useWords(section.id);
  const displayed = useMemo(() => (words === null ? null : shownWords(section, words)), [section, words]);
  const hasWords = hasRange(section) && section.saysWords;
  const end = section.transcription.length;
  const isSpoken = useMemo(
    () => hasWords && isTranscript(section, displayed),
    [hasWords, section, displayed],
  );
  // Until the words have loaded, it is not known whether the text matches them. A text field would disappear
  // again.
  const unknown =
    hasWords &&
    !error &&
    words === null &&
    (section.narrated || section.voiceReason === 'other_text') &&
    section.wordsKey !== null &&
    showsSpoken(section);
  // While typing, the text may come to match the transcript. The text field stays until it loses the focus.
  const [typing, setTyping] = useState(false);
  const source = useTextSource(section);
  const written = (!isSpoken && !unknown) || writing || typing;
  useEffect(() => {
    if (arrival === null || typeof arrival === 'number' || !written) return;
    goToField(editor, 'title', { from: 0, to: 0 });
    onArrive();
    // oxlint-disable-next-line react/exhaustive-deps -- only when the text appears, or turns out to be a text field
  }, [unknown]);

  const showWords = (): void => {
    flushSync(() => editor.write(false));
    document.querySelector<HTMLElement>('[data-word][tabindex="0"]')?.focus();
  };
  const rewrite = isSpoken ? (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1">
      <Button
        size="sm"
        look="quiet"
        className="-ml-2.5"
        onClick={() => goToField(editor, 'text', { from: end, to: end })}
      >
        <PencilLine aria-hidden size={14} /> Rewrite
      </Button>
      {source}
    </div>
  ) : null;
  const spoken = (): ReactElement =>
    words ? (
      <Transcript
        known={words}
        section={section}
        arrival={arrival}
        onArrive={onArrive}
        onLeave={onLeave}
        action={rewrite}
      />
    ) : error ? (
      <div className="space-y-1.5">
        {rewrite}
        <UnreadNotice error={error} onRetry={retry}>
          The spoken words could not be loaded.
        </UnreadNotice>
      </div>
    ) : (
      <div className="space-y-1.5">
        {rewrite}
        <span className="sr-only">Spoken words are loading</span>
        <div aria-hidden className="bg-surface-2 animate-pulse-soft h-20 rounded-md" />
      </div>
    );

  return (
    <section aria-label="Previewed section" className="space-y-2">
      <TitleField section={section} />
      <SectionFacts section={section} />
      {written ? (
        <div className="space-y-1.5">
          <TextField section={section} onTyping={setTyping} />
          <TextVoice
            section={section}
            onChoose={(sound) => {
              // The text field stays, even if the choice causes the text to be shown as words.
              editor.write(true);
              editor.saver.set(section.id, { sound });
            }}
          />
        </div>
      ) : null}
      {section.narrated && section.fit === null ? <FitMeter section={section} /> : null}
      {isSpoken && writing ? (
        <Button size="sm" onClick={showWords}>
          <WholeWord aria-hidden size={14} /> Show the words
        </Button>
      ) : null}
      {(isSpoken || unknown) && !written ? spoken() : null}
      {hasWords && !isSpoken && !unknown ? (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer py-1 font-medium">Transcript of the video</summary>
          {spoken()}
        </details>
      ) : null}
    </section>
  );
}
