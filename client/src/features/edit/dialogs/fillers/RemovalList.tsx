import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { preciseTime } from '../../../../lib/format.ts';
import type { Removal } from '../../section/fillers.ts';

export interface FoundRemoval extends Removal {
  key: string;
}
export interface Searched {
  section: Section;
  /** Whether the silences of the section's video are measured. */
  isMeasured: boolean;
  found: FoundRemoval[];
}

interface RemovalListProps {
  searched: Searched[];
  isTicked: (removal: FoundRemoval) => boolean;
  /** Whether the sections' titles are shown. */
  named: boolean;
  onToggle: (key: string) => void;
}

/** The possible removals by section, each with its time and a few words around it. */
export function RemovalList({ searched, isTicked, named, onToggle }: RemovalListProps): ReactElement {
  const visible = searched.filter(({ found }) => found.length > 0);
  if (visible.length === 0) return <p className="text-muted">No fillers or pauses found.</p>;
  const spoken = visible.flatMap(({ found }) => found.filter(({ kind }) => kind !== 'wordless'));
  return (
    <div className="space-y-3">
      {spoken.some(({ isOrdinary }) => isOrdinary) ? (
        <p className="text-muted">Words that may be meaningful aren’t selected.</p>
      ) : null}
      {visible.map((searched) => (
        <fieldset key={searched.section.id} className="min-w-0">
          <legend className={named ? 'truncate text-sm font-medium' : 'sr-only'}>
            {searched.section.title}
          </legend>
          <Items
            found={searched.found.filter(({ kind }) => kind !== 'wordless')}
            {...{ searched, isTicked, onToggle }}
          />
          <Wordless {...{ searched, isTicked, onToggle }} />
        </fieldset>
      ))}
    </div>
  );
}

type ItemsProps = Pick<RemovalListProps, 'isTicked' | 'onToggle'> & { searched: Searched };

/** The gaps of a section that have sound but no recognised words. */
function Wordless(props: ItemsProps): ReactElement | null {
  const { isMeasured, found, section } = props.searched;
  const wordless = found.filter(({ kind }) => kind === 'wordless');
  if (wordless.length === 0) return null;
  return (
    <fieldset className="mt-1 min-w-0">
      <legend className="sr-only">Gaps without words in {section.title}</legend>
      <p className="text-muted">
        {isMeasured
          ? 'These gaps have sound, such as laughter or music. They stay unless you select them.'
          : 'These gaps may not be silent. They stay unless you select them.'}
      </p>
      <Items found={wordless} {...props} />
    </fieldset>
  );
}

function Items({
  found,
  searched,
  isTicked,
  onToggle,
}: ItemsProps & { found: FoundRemoval[] }): ReactElement {
  return (
    <>
      {found.map((removal) => (
        <label key={removal.key} className="flex min-h-8 cursor-pointer items-baseline gap-2.5 py-1">
          <input
            type="checkbox"
            checked={isTicked(removal)}
            onChange={() => onToggle(removal.key)}
            className="accent-accent size-4 shrink-0 self-center"
          />
          <span className="text-muted w-16 shrink-0 text-xs tabular-nums">
            {preciseTime(removal.part.startMs / 1000)}
          </span>
          <span className="min-w-0 break-words">
            {removal.kind === 'pause' ? <span className="block">{pauseWords(removal)}</span> : null}
            {removal.kind === 'wordless' ? (
              <span className="block">
                No words recognised for {inSeconds(removal.pauseMs)}
                {searched.isMeasured ? ' (there is sound)' : ''}
              </span>
            ) : null}
            <span className="text-muted">
              {removal.before}{' '}
              <strong className="text-fg">{removal.kind === 'filler' ? `“${removal.text}”` : '…'}</strong>{' '}
              {removal.after}
            </span>
          </span>
        </label>
      ))}
    </>
  );
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Returns, for example, '0.8 s pause → 0.2 s'. */
const pauseWords = ({ pauseMs, part }: FoundRemoval): string =>
  `${inSeconds(pauseMs)} pause → ${inSeconds(pauseMs - (part.endMs - part.startMs))}`;
