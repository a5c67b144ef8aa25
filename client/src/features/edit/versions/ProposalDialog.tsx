import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import type { Proposal, ProposedFilm, ProposedSection } from '#contract/proposals.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { CardThumb, SectionThumb } from '../../../components/ui/display/SectionThumb.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { UnreadNotice } from '../../../components/ui/messages/UnreadNotice.tsx';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { projectChanged, reading } from '../../../lib/api/queries.ts';
import { plural, preciseTime } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { describeFilmChange, sectionWords, type NameVoice } from './change-words.ts';
import { useSaved } from './use-saved.ts';

interface ProposalDialogProps {
  proposalId: string;
  onClose: () => void;
}

/** Shows a proposed edit section by section, and accepts it whole or in part, or declines it. */
export function ProposalDialog({ proposalId, onClose }: ProposalDialogProps): ReactElement {
  const { projectId } = useEditor().state;
  const saved = useSaved();
  const { data, error, refetch } = useQuery({
    ...reading(calls.readProposal, { params: { id: projectId, proposalId } }),
    enabled: saved,
    refetchOnMount: 'always',
  });
  return (
    <Modal
      title={data ? `Proposed edit: ${data.title}` : 'Proposed edit'}
      lead={data ? factsOf(data) : undefined}
      open
      onClose={onClose}
    >
      {data ? (
        <Decision proposal={data} onClose={onClose} />
      ) : (
        <div className="min-h-24 px-5 py-4">
          {error ? (
            <UnreadNotice error={error} onRetry={() => void refetch()}>
              The proposal could not be loaded.
            </UnreadNotice>
          ) : (
            <Spinner />
          )}
        </div>
      )}
    </Modal>
  );
}

function originOf({ keyName, byApp }: Proposal): string | null {
  if (keyName === null) return null;
  return byApp ? `Proposed by the connected app “${keyName}”` : `Proposed with the API key “${keyName}”`;
}

function factsOf(proposal: Proposal): string {
  const { secondsBefore, seconds, toRender } = proposal.cost;
  return [
    originOf(proposal),
    `Film length ${preciseTime(secondsBefore)} → ${preciseTime(seconds)}`,
    `${toRender} ${plural(toRender, 'section')} to render`,
    'No credits needed',
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
}

const isOpen = ({ state }: Pick<ProposedSection, 'state'>): boolean => state === 'open';

/** The place of the title and the options among the IDs of sections. */
const FILM = 'film';

function Decision({ proposal, onClose }: { proposal: Proposal; onClose: () => void }): ReactElement {
  const editor = useEditor();
  const voices = useQuery(reading(calls.listVoices, {})).data ?? [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const { film } = proposal;
  const open = [
    ...(film && isOpen(film) ? [FILM] : []),
    ...proposal.sections.filter(isOpen).map(({ sectionId }) => sectionId),
  ];
  const chosen = open.filter((id) => !left.has(id));
  const isPending = proposal.status === 'pending';
  const toggle = (id: string): void => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const decide = async (send: () => Promise<boolean>): Promise<void> => {
    setBusy(true);
    const isDone = await send();
    setBusy(false);
    if (isDone) onClose();
  };
  const accept = (ids: string[]): void =>
    void decide(() =>
      editor.versions.accept(proposal.id, {
        sectionIds: ids.filter((id) => id !== FILM),
        ...(ids.includes(FILM) && { film: true }),
      }),
    );
  const nameVoice = (id: string): string => voices.find((voice) => voice.id === id)?.name ?? id;
  const decline = (): void => {
    const params = { id: editor.state.projectId, proposalId: proposal.id };
    void decide(() =>
      attempt(
        async () => {
          await call(calls.declineProposal, { params });
          projectChanged(params.id);
        },
        { title: 'Proposal Not Declined', fallback: 'The server could not be reached.' },
      ),
    );
  };
  return (
    <>
      <ul className="divide-line min-h-24 divide-y overflow-y-auto px-5 py-2">
        {film ? (
          <ProposedFilmChange
            film={film}
            isChosen={isOpen(film) && !left.has(FILM)}
            nameVoice={nameVoice}
            onToggle={() => toggle(FILM)}
          />
        ) : null}
        {proposal.sections.map((section) => (
          <ProposedChange
            key={section.sectionId}
            section={section}
            isChosen={isOpen(section) && !left.has(section.sectionId)}
            nameVoice={nameVoice}
            onToggle={() => toggle(section.sectionId)}
          />
        ))}
      </ul>
      <div className="border-line flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
        <p className="text-muted min-w-0 flex-1 basis-full text-xs">
          {isPending ? 'Accepting is one edit. You can undo it.' : `This proposal was ${proposal.status}.`}
        </p>
        <Button look="quiet" inactive={busy || !isPending} onClick={decline}>
          Decline
        </Button>
        <Button
          inactive={busy || chosen.length === 0 || chosen.length === open.length}
          onClick={() => accept(chosen)}
        >
          Accept selected ({chosen.length})
        </Button>
        <Button look="primary" inactive={busy || open.length === 0} onClick={() => accept(open)}>
          Accept all
        </Button>
      </div>
    </>
  );
}

const DECIDED = { open: null, accepted: 'Accepted', declined: 'Declined' } as const;
const STATES = {
  ...DECIDED,
  stale: 'You edited this section after the proposal, so it stays as it is.',
} as const;
const FILM_STATES = {
  ...DECIDED,
  stale: 'You changed this after the proposal, so it stays as it is.',
} as const;

interface CheckedChangeProps {
  title: string;
  lines: string[];
  /** Why the change cannot be chosen; `null` if it can. */
  state: string | null;
  isChosen: boolean;
  still?: ReactElement | undefined;
  onToggle: () => void;
}

/** One change with its differences and a check mark. */
function CheckedChange({ title, lines, state, isChosen, still, onToggle }: CheckedChangeProps): ReactElement {
  return (
    <li className="py-2">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={state !== null}
          onChange={onToggle}
          className="accent-accent mt-0.5 size-4 shrink-0"
        />
        {still}
        <span className="min-w-0 flex-1 break-words">
          <span className="block font-medium">{title}</span>
          {lines.map((line) => (
            <span key={line} className="text-muted block text-xs">
              {line}
            </span>
          ))}
          {state ? <span className="text-warn block text-xs">{state}</span> : null}
        </span>
      </label>
    </li>
  );
}

interface ChangeProps {
  isChosen: boolean;
  nameVoice: NameVoice;
  onToggle: () => void;
}

/** The changed title of the project and options of the film. */
function ProposedFilmChange({
  film,
  nameVoice,
  ...choice
}: ChangeProps & { film: ProposedFilm }): ReactElement {
  const lines = film.fields.map((field) => describeFilmChange(field, nameVoice));
  return <CheckedChange title="The film" lines={lines} state={FILM_STATES[film.state]} {...choice} />;
}

const STILL = 'w-20 shrink-0 rounded';

/** One changed section with its still. */
function ProposedChange({
  section,
  nameVoice,
  ...choice
}: ChangeProps & { section: ProposedSection }): ReactElement {
  const shownSection = useEditorState(({ sections }) => sections.find(({ id }) => id === section.shows));
  const range = section.fields.find(({ field }) => field === 'range')?.to as
    | { start: number; end: number }
    | undefined;
  const stillOf = (shown: Section): ReactElement => (
    <SectionThumb
      section={{ ...shown, ...(range && { startTime: range.start, endTime: range.end }) }}
      className={STILL}
    />
  );
  return (
    <CheckedChange
      title={section.title}
      lines={sectionWords({ ...section, lost: null }, nameVoice)}
      state={STATES[section.state]}
      still={section.shows === null ? <CardThumb className={STILL} /> : shownSection && stillOf(shownSection)}
      {...choice}
    />
  );
}
