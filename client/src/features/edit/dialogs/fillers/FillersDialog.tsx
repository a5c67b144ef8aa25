import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { MAX_CUTS } from '#contract/cuts.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { Button } from '../../../../components/ui/controls/Button.tsx';
import { Field } from '../../../../components/ui/controls/Field.tsx';
import { NativeSelect } from '../../../../components/ui/controls/NativeSelect.tsx';
import { Modal } from '../../../../components/ui/dialogs/Modal.tsx';
import { Notice } from '../../../../components/ui/messages/Notice.tsx';
import { UnreadNotice } from '../../../../components/ui/messages/UnreadNotice.tsx';
import type { Problem } from '../../../../lib/api/attempt.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { minutesSeconds, plural } from '../../../../lib/format.ts';
import { useEditor, useEditorState } from '../../context/editor-context.ts';
import { shownWords } from '../../section/drafts.ts';
import {
  type CutPlan,
  FILLERS,
  findRemovals,
  PAUSE_MS,
  planCuts,
  type Removal,
} from '../../section/fillers.ts';
import { hasRange } from '../../section/ranges.ts';
import { wordsQuery } from '../../store/words.ts';
import { type FoundRemoval, RemovalList, type Searched } from './RemovalList.tsx';

const PAUSES = [400, 600, PAUSE_MS, 1200, 2000];
const NO_PAUSES = 'none';

/** Finds fillers and pauses in a section or the film, and cuts the selected ones out as one edit. */
export function FillersDialog({ section, onClose }: { section: Section; onClose: () => void }): ReactElement {
  const editor = useEditor();
  const all = useEditorState((state) => state.sections);
  const [scope, setScope] = useState<'section' | 'film'>('section');
  const [pause, setPause] = useState(String(PAUSE_MS));
  const spoken = all.filter((item) => item.saysWords && hasRange(item));
  const inScope = scope === 'film' ? spoken : spoken.filter(({ id }) => id === section.id);
  // Only audio that the film plays is searched, not speech under a narration or in a muted section.
  const sections = inScope.filter(({ voice }) => voice === 'original');
  const unheard = inScope.length - sections.length;
  const [list, setList] = useState(() => fillersOf(spoken).join(', '));
  /**
   * The keys of removals whose checkbox differs from its default. Those that may be ordinary speech start
   * unticked.
   */
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const { data: words, error, refetch } = useWordsOf(sections);

  const options = { fillers: list.split(','), pauseMs: pause === NO_PAUSES ? null : Number(pause) };
  const searched = sections.map((item): Searched => {
    const sectionWords = words?.get(item.id);
    const removals = sectionWords
      ? findRemovals(item, shownWords(item, sectionWords), { ...options, silences: sectionWords.silences })
      : [];
    return {
      section: item,
      isMeasured: sectionWords?.silences !== undefined,
      found: removals.map((removal) => ({
        ...removal,
        key: `${item.id} ${removal.kind} ${removal.part.startMs}`,
      })),
    };
  });
  const isTicked = (item: FoundRemoval): boolean => item.isOrdinary === toggled.has(item.key);
  const plan = planCuts(
    searched.map(({ section: item, found }) => ({ section: item, removals: found.filter(isTicked) })),
  );
  const count = (kind: Removal['kind']) => plan.removals.filter((item) => item.kind === kind).length;
  const counts = { fillers: count('filler'), pauses: count('pause'), wordless: count('wordless') };
  const toggle = (key: string): void =>
    setToggled((current) => {
      const next = new Set(current);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || plan.cuts.length === 0) return;
    setBusy(true);
    setProblem(null);
    const cuts = plan.cuts.map(({ section: item, cuts: parts }) => ({ sectionId: item.id, cuts: parts }));
    const done = await editor.words.cut(cuts, `${wordsFor(counts)} removed`, setProblem);
    setBusy(false);
    if (done) onClose();
  };

  return (
    <Modal
      title="Fillers and pauses"
      lead="Selected items will be removed. You can undo this."
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
                ...PAUSES.map((ms) => ({ value: String(ms), label: `Longer than ${ms / 1000} s` })),
                { value: NO_PAUSES, label: 'None' },
              ]}
              onChange={setPause}
            />
          </div>
          <Field label="Filler words (separated by commas)">
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
            <>
              <LeftOut plan={plan} unheard={unheard} scope={scope} />
              {sections.length > 0 ? (
                <RemovalList
                  searched={searched}
                  isTicked={isTicked}
                  named={scope === 'film'}
                  onToggle={toggle}
                />
              ) : null}
            </>
          ) : (
            <p className="text-muted">Searching…</p>
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
          <Button type="submit" look="primary" inactive={busy || plan.cuts.length === 0}>
            {plan.cuts.length === 0
              ? 'Nothing to remove'
              : `Remove ${wordsFor(counts)} (saves ${minutesSeconds(plan.savedMs / 1000)})`}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface LeftOutProps {
  plan: CutPlan;
  /** The number of sections that are not searched, because the film does not play their own audio. */
  unheard: number;
  scope: 'section' | 'film';
}

/** Explains why sections stay unchanged. */
function LeftOut({ plan, unheard, scope }: LeftOutProps): ReactElement {
  return (
    <>
      {plan.leftOut.length > 0 ? (
        <Notice tone="warn">
          {plan.leftOut.map(({ section: { id, title }, why }) => (
            <p key={id}>
              “{title}” won’t change:{' '}
              {why === 'short'
                ? 'less than half a second would be left.'
                : `a section can have up to ${MAX_CUTS} cuts. Split it first.`}
            </p>
          ))}
        </Notice>
      ) : null}
      {unheard > 0 ? (
        <p className="text-muted">
          {scope === 'section'
            ? 'The film doesn’t use this section’s voice, so nothing is removed from it.'
            : `${unheard} ${plural(unheard, 'section')} skipped: the film doesn’t use ${unheard === 1 ? 'its' : 'their'} voice.`}
        </p>
      ) : null}
    </>
  );
}

/** Returns the counts as text, such as '14 fillers, 9 pauses and 1 gap'. */
function wordsFor(counts: { fillers: number; pauses: number; wordless: number }): string {
  const { fillers, pauses, wordless } = counts;
  const parts = [
    ...(fillers > 0 ? [`${fillers} ${plural(fillers, 'filler')}`] : []),
    ...(pauses > 0 ? [`${pauses} ${plural(pauses, 'pause')}`] : []),
    ...(wordless > 0 ? [`${wordless} ${plural(wordless, 'gap')} without words`] : []),
  ];
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('');
}

/** Returns the fillers of the languages that are spoken in sections. */
function fillersOf(sections: Section[]): string[] {
  const spoken = new Set(sections.map((item) => item.spoken?.language));
  return Object.entries(FILLERS).flatMap(([language, fillers]) => (spoken.has(language) ? fillers : []));
}

/** Loads the transcript words of sections, one section after the other, and returns them by section ID. */
function useWordsOf(sections: Section[]) {
  return useQuery({
    queryKey: ['words-of', ...sections.map((item) => wordsQuery(item).queryKey)],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const loaded = new Map<string, SectionWords>();
      for (const item of sections) {
        signal.throwIfAborted();
        loaded.set(item.id, await queryClient.fetchQuery(wordsQuery(item)));
      }
      return loaded;
    },
  });
}
