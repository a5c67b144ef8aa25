import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, History } from 'lucide-react';
import type { FilmOptions } from '#film/styles/film-options.ts';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Version, VersionChanges as Changes } from '#contract/versions.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { UnreadNotice } from '../../../components/ui/messages/UnreadNotice.tsx';
import { useGoFromHere, usePlace } from '../../../hooks/page/use-place.ts';
import { showAlert } from '../../../lib/alert.ts';
import { announce } from '../../../lib/announce.ts';
import { reading } from '../../../lib/api/queries.ts';
import { plural } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { describeFilmChange, describeLoss, sectionWords } from './change-words.ts';
import { useSaved } from './use-saved.ts';

export type StoredVersion = Version & { id: string; number: number };

interface VersionChangesProps {
  version: StoredVersion;
  others: StoredVersion[];
  language: Language;
  options: FilmOptions;
  onList: () => void;
  onDone: () => void;
}

const NOW = 'now';
const SAME = 'No differences.';

/** Lists the changes since a version, or between two versions, with a button that restores it. */
export function VersionChanges(props: VersionChangesProps): ReactElement {
  const { version, others, language, options, onList, onDone } = props;
  const editor = useEditor();
  const go = useGoFromHere();
  const { stage } = usePlace();
  const { projectId } = editor.state;
  const [other, setOther] = useState<string>(NOW);
  const [restoring, setRestoring] = useState(false);
  const saved = useSaved();
  const { speaker, ...filmOptions } = options;
  const { data, error, refetch } = useQuery({
    ...reading(calls.compareVersion, {
      params: { id: projectId, versionId: version.id },
      query: other === NOW ? { language, ...filmOptions, speaker: speaker ?? '' } : { with: other },
    }),
    enabled: saved,
    refetchOnMount: 'always',
  });
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus(), []);

  const isSame = data?.film.length === 0 && data.sections.length === 0;
  useEffect(() => {
    if (!data) return;
    const count = data.sections.length;
    announce(isSame ? SAME : `${count} ${plural(count, 'section')} changed`);
  }, [data, isSame]);

  const restoreVersion = async (): Promise<void> => {
    if (!data) return;
    setRestoring(true);
    const restored = await editor.versions.restore(version, data.sectionIds);
    setRestoring(false);
    if (!restored) return;
    const { language: spoken } = restored.options;
    onDone();
    if (spoken !== language) go({ stage, project: projectId, language: spoken }, { replace: true });
    if (restored.lost.length === 0) return;
    showAlert({
      title: 'Some items were not restored',
      description: restored.lost
        .map(({ title, reason, stays }) => `“${title}”: ${describeLoss(reason, stays)}`)
        .join(' '),
    });
  };

  return (
    <>
      <div className="flex min-h-24 flex-col gap-3 overflow-y-auto px-5 py-4">
        {/* It can be focused in here, so that keys scroll. */}
        <Button
          ref={start}
          look="quiet"
          size="sm"
          className="-ml-2 self-start"
          inactive={restoring}
          onClick={onList}
        >
          <ArrowLeft aria-hidden size={16} /> All versions
        </Button>
        {others.length > 0 ? (
          <NativeSelect
            showLabel
            label="Compare with"
            value={other}
            options={[
              { value: NOW, label: 'The project as it is now' },
              ...others.map(({ id, number }) => ({ value: id, label: `Version ${number}` })),
            ]}
            onChange={setOther}
          />
        ) : null}
        {error ? (
          <UnreadNotice error={error} onRetry={() => void refetch()}>
            The versions could not be compared.
          </UnreadNotice>
        ) : null}
        {!data && !error ? <Spinner /> : null}
        {isSame ? <p className="text-muted">{SAME}</p> : null}
        {data ? <Differences changes={data} isNow={other === NOW} /> : null}
      </div>
      <div className="border-line flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3">
        <p className="text-muted min-w-0 flex-1 basis-full text-xs">
          Restoring a version is an edit. You can undo it.
        </p>
        <Button
          look="primary"
          inactive={restoring || !data || (other === NOW && isSame)}
          onClick={() => void restoreVersion()}
        >
          <History aria-hidden size={16} /> Restore version {version.number}
        </Button>
      </div>
    </>
  );
}

/** Lists the changed options of the film, then the changed sections. */
function Differences({ changes, isNow }: { changes: Changes; isNow: boolean }): ReactElement {
  const voices = useQuery(reading(calls.listVoices, {})).data ?? [];
  const there = useEditorState((state) => state.sections);
  const nameVoice = (id: string) => voices.find((voice) => voice.id === id)?.name ?? id;
  const hasMusic = useEditorState((state) => state.music !== null);
  const { film, sections, musicLost } = changes;
  const lost = sections.some((change) => change.lost !== null);
  return (
    <>
      {lost ? (
        <Notice tone="warn">Not every section of this version can be restored. See below.</Notice>
      ) : null}
      {film.length > 0 || musicLost ? (
        <section aria-label="The film">
          <h3 className="text-muted mb-1 text-xs font-medium">The film</h3>
          <ul className="space-y-0.5">
            {film.map((change) => (
              <li key={change.field}>{describeFilmChange(change, nameVoice)}</li>
            ))}
            {musicLost ? <li className="text-warn">{describeLoss('music', hasMusic)}</li> : null}
          </ul>
        </section>
      ) : null}
      {sections.length > 0 ? (
        <section aria-label="Sections">
          <h3 className="text-muted mb-1 text-xs font-medium">
            {isNow ? 'Sections, from this version to now' : 'Sections, from this version to the other one'}
          </h3>
          <ul className="divide-line divide-y">
            {sections.map((change) => (
              <li key={change.sectionId} className="py-2">
                <p className="font-medium break-words">{change.title}</p>
                <ul className="text-muted space-y-0.5 text-xs break-words">
                  {sectionWords(change, nameVoice).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                  {change.lost ? (
                    <li className="text-warn">
                      {describeLoss(
                        change.lost,
                        there.some(({ id }) => id === change.sectionId),
                      )}
                    </li>
                  ) : null}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
