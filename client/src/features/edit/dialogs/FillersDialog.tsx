import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { withCuts } from '#contract/cuts.ts';
import { lengthMs } from '#contract/section-length.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { UnreadNotice } from '../../../components/ui/messages/UnreadNotice.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { minutesSeconds, plural, preciseTime } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { shownWords } from '../section/drafts.ts';
import { FILLERS, findRemovals, PAUSE_MS, type Removal } from '../section/fillers.ts';
import { excerptOf, hasRange } from '../section/ranges.ts';
import { wordsQuery } from '../store/words.ts';

const PAUSES = [400, 600, PAUSE_MS, 1200, 2000];
const NO_PAUSES = 'none';

interface Found extends Removal {
  key: string;
}
interface Searched {
  section: Section;
  found: Found[];
}

/** Finds fillers and pauses in a section or the film, and takes out those that stay ticked, as one edit. */
export function FillersDialog({ section, onClose }: { section: Section; onClose: () => void }): ReactElement {
  const editor = useEditor();
  const all = useEditorState((state) => state.sections);
  const [scope, setScope] = useState<'section' | 'film'>('section');
  const [pause, setPause] = useState(String(PAUSE_MS));
  const spoken = all.filter((one) => one.saysWords && hasRange(one));
  const sections = scope === 'film' ? spoken : spoken.filter(({ id }) => id === section.id);
  const [list, setList] = useState(() => fillersOf(spoken).join(', '));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { data: words, error, refetch } = useWordsOf(sections);

  const wanted = { fillers: list.split(','), pauseMs: pause === NO_PAUSES ? null : Number(pause) };
  const searched = sections.map((one): Searched => {
    const known = words?.get(one.id);
    const found = known ? findRemovals(one, shownWords(one, known), wanted) : [];
    return {
      section: one,
      found: found.map((removal) => ({
        ...removal,
        key: `${one.id} ${removal.kind} ${removal.part.startMs}`,
      })),
    };
  });
  const chosen = searched.flatMap(({ section: one, found }) => {
    const parts = found.filter(({ key }) => !left.has(key)).map(({ part }) => part);
    return parts.length > 0 ? [{ section: one, cuts: withCuts(one.cuts, parts) }] : [];
  });
  const count = (kind: Removal['kind']) =>
    searched.flatMap(({ found }) => found).filter((one) => one.kind === kind && !left.has(one.key)).length;
  const [fillers, pauses] = [count('filler'), count('pause')];
  const savedMs = chosen.reduce(
    (sum, { section: one, cuts }) => sum + lengthMs(excerptOf(one)) - lengthMs({ ...excerptOf(one), cuts }),
    0,
  );
  const toggle = (key: string): void =>
    setLeft((known) => {
      const next = new Set(known);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || chosen.length === 0) return;
    setBusy(true);
    setProblem(null);
    const cuts = chosen.map(({ section: one, cuts: parts }) => ({ sectionId: one.id, cuts: parts }));
    const done = await editor.words.cut(cuts, `${wordsFor(fillers, pauses)} removed`, setProblem);
    setBusy(false);
    if (done) onClose();
  };

  return (
    <Modal
      title="Fillers and pauses"
      lead="What stays ticked is taken out of the film. You can undo this."
      open
      onClose={onClose}
      held={busy}
      className="max-w-lg"
    >
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <div className="min-h-0 space-y-4 overflow-y-auto p-5">
          <div className="flex flex-wrap gap-3">
            <NativeSelect
              showLabel
              label="In"
              className="min-w-36 flex-1"
              value={scope}
              options={[
                { value: 'section', label: 'This section' },
                { value: 'film', label: 'The whole film' },
              ]}
              onChange={setScope}
            />
            <NativeSelect
              showLabel
              label="Pauses"
              className="min-w-36 flex-1"
              value={pause}
              options={[
                ...PAUSES.map((ms) => ({ value: String(ms), label: `From ${ms / 1000} s` })),
                { value: NO_PAUSES, label: 'None' },
              ]}
              onChange={setPause}
            />
          </div>
          <Field label="Fillers, with commas between">
            {(input) => (
              <textarea
                {...input}
                rows={2}
                maxLength={1000}
                value={list}
                onChange={(event) => setList(event.target.value)}
                className="field h-auto resize-y py-2 leading-5"
              />
            )}
          </Field>
          {error ? (
            <UnreadNotice error={error} onRetry={() => void refetch()}>
              The spoken words could not be loaded.
            </UnreadNotice>
          ) : words ? (
            <Removals searched={searched} left={left} named={scope === 'film'} onToggle={toggle} />
          ) : (
            <p className="text-muted">Looking…</p>
          )}
          {problem ? (
            <Notice tone="danger" urgent error={problem.error}>
              {problem.text}
            </Notice>
          ) : null}
        </div>
        <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
          <Button onClick={onClose} inactive={busy}>
            Cancel
          </Button>
          <Button type="submit" look="primary" inactive={busy || chosen.length === 0}>
            {chosen.length === 0
              ? 'Nothing to remove'
              : `Remove ${wordsFor(fillers, pauses)} (saves ${minutesSeconds(savedMs / 1000)})`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface RemovalsProps {
  searched: Searched[];
  /** The keys of those that stay in the film. */
  left: ReadonlySet<string>;
  /** Under the sections' titles. */
  named: boolean;
  onToggle: (key: string) => void;
}

function Removals({ searched, left, named, onToggle }: RemovalsProps): ReactElement {
  const shown = searched.filter(({ found }) => found.length > 0);
  if (shown.length === 0) return <p className="text-muted">No such fillers or pauses were found.</p>;
  return (
    <div className="space-y-3">
      {shown.map(({ section, found }) => (
        <fieldset key={section.id} className="min-w-0">
          <legend className={named ? 'truncate text-sm font-medium' : 'sr-only'}>{section.title}</legend>
          {found.map(({ key, kind, text, part }) => (
            <label key={key} className="flex min-h-8 cursor-pointer items-center gap-2.5">
              <input
                type="checkbox"
                checked={!left.has(key)}
                onChange={() => onToggle(key)}
                className="accent-accent size-4 shrink-0"
              />
              <span className="text-muted w-16 shrink-0 text-xs tabular-nums">
                {preciseTime(part.startMs / 1000)}
              </span>
              <span className="min-w-0 break-words">
                {kind === 'filler'
                  ? `“${text}”`
                  : `Pause, ${((part.endMs - part.startMs) / 1000).toFixed(1)} s`}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** '14 fillers and 9 pauses' */
function wordsFor(fillers: number, pauses: number): string {
  const told = [
    ...(fillers > 0 ? [`${fillers} ${plural(fillers, 'filler')}`] : []),
    ...(pauses > 0 ? [`${pauses} ${plural(pauses, 'pause')}`] : []),
  ];
  return told.join(' and ');
}

/** The fillers of the languages that are spoken in sections. */
function fillersOf(sections: Section[]): string[] {
  const spoken = new Set(sections.map((one) => one.spoken?.language));
  return Object.entries(FILLERS).flatMap(([language, fillers]) => (spoken.has(language) ? fillers : []));
}

/** The words of sections by their ids, loaded one section after the other. */
function useWordsOf(sections: Section[]) {
  return useQuery({
    queryKey: ['words-of', ...sections.map((one) => wordsQuery(one).queryKey)],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const found = new Map<string, SectionWords>();
      for (const one of sections) {
        signal.throwIfAborted();
        found.set(one.id, await queryClient.fetchQuery(wordsQuery(one)));
      }
      return found;
    },
  });
}
