import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { GitCompare } from 'lucide-react';
import type { FilmOptions } from '#film/styles/film-options.ts';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Version } from '#contract/versions.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { UnreadNotice } from '../../../components/ui/messages/UnreadNotice.tsx';
import { reading } from '../../../lib/api/queries.ts';
import { languageName } from '../../../lib/film/film-link.ts';
import { formatTimeOfDay, plural, preciseTime } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';
import { type StoredVersion, VersionChanges } from './VersionChanges.tsx';

interface VersionsDialogProps {
  language: Language;
  options: FilmOptions;
  onClose: () => void;
}

const isStored = (version: Version): version is StoredVersion =>
  version.id !== null && version.number !== null;

/** Lists the generated films, the changes since each, and buttons to restore them. */
export function VersionsDialog({ language, options, onClose }: VersionsDialogProps): ReactElement {
  const editor = useEditor();
  const { data, error, refetch } = useQuery({
    ...reading(calls.listVersions, { params: { id: editor.state.projectId } }),
    refetchOnMount: 'always',
  });
  const [open, setOpen] = useState<string | null>(null);
  const stored = data?.filter(isStored) ?? [];
  const version = stored.find(({ id }) => id === open);
  // Returning to the list restores the focus.
  const list = useRef<HTMLUListElement>(null);
  const lastOpen = useRef<string | null>(null);
  useEffect(() => {
    if (open !== null) lastOpen.current = open;
    else list.current?.querySelector<HTMLElement>(`[data-version="${lastOpen.current}"]`)?.focus();
  }, [open]);

  return (
    <Modal
      title={version ? `Version ${version.number}` : 'Versions'}
      lead={
        version
          ? factsOf(version)
          : 'Restore the edit behind any earlier version. Play earlier versions on the video’s page.'
      }
      open
      onClose={onClose}
    >
      {version ? (
        <VersionChanges
          version={version}
          others={stored.filter(({ id }) => id !== version.id)}
          language={language}
          options={options}
          onList={() => setOpen(null)}
          onDone={onClose}
        />
      ) : (
        <div className="min-h-24 overflow-y-auto px-5 py-2">
          {error ? (
            <UnreadNotice error={error} onRetry={() => void refetch()}>
              The versions could not be loaded.
            </UnreadNotice>
          ) : null}
          {data?.length === 0 ? <p className="text-muted py-6 text-center">No videos yet.</p> : null}
          <ul ref={list} className="divide-line divide-y">
            {data?.map((entry) => (
              <li key={entry.id ?? entry.madeAt} className="flex flex-wrap items-center gap-3 py-2.5">
                <div className="min-w-0 flex-1 basis-48">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    <span>
                      {isStored(entry) ? `Version ${entry.number}` : `${languageName(entry.language)} video`}
                    </span>
                    {entry.isShown ? <Badge tone="accent">Latest</Badge> : null}
                  </p>
                  <p className="text-muted text-xs tabular-nums">{factsOf(entry)}</p>
                  {isStored(entry) ? null : (
                    <p className="text-muted text-xs">
                      This version can’t be compared or restored. Videos you generate from now on can.
                    </p>
                  )}
                </div>
                {isStored(entry) ? (
                  <Button
                    size="sm"
                    data-version={entry.id}
                    aria-label={`Compare version ${entry.number}`}
                    onClick={() => setOpen(entry.id)}
                  >
                    <GitCompare aria-hidden size={16} /> Compare
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  );
}

/** Shows the date and the kind of a version. */
const factsOf = ({ madeAt, language, duration, sections, quality, aspect }: Version): string =>
  [
    formatTimeOfDay(madeAt),
    languageName(language),
    preciseTime(duration),
    `${sections} ${plural(sections, 'section')}`,
    `${quality}, ${aspect}`,
  ].join(' · ');
