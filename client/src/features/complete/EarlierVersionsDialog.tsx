import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Version } from '#contract/versions.ts';
import { createClock } from '../../components/player/clock.ts';
import { Player } from '../../components/player/Player.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Modal } from '../../components/ui/dialogs/Modal.tsx';
import { Spinner } from '../../components/ui/display/Spinner.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { UnreadNotice } from '../../components/ui/messages/UnreadNotice.tsx';
import { reading } from '../../lib/api/queries.ts';
import { languageName } from '../../lib/film/film-link.ts';
import { formatTimeOfDay, plural, preciseTime } from '../../lib/format.ts';

interface EarlierVersionsDialogProps {
  projectId: string;
  language: Language;
  onClose: () => void;
}

/** A version whose file still exists. */
type Playable = Version & { file: NonNullable<Version['file']> };

/** Plays earlier versions of the films, while their files are stored. */
export function EarlierVersionsDialog({
  projectId,
  language,
  onClose,
}: EarlierVersionsDialogProps): ReactElement {
  const { data, error, refetch } = useQuery({
    ...reading(calls.listVersions, { params: { id: projectId } }),
    refetchOnMount: 'always',
  });
  const earlier = data?.filter((version) => version.language === language && !version.isShown);
  const [played, setPlayed] = useState<Playable | null>(null);
  return (
    <Modal
      title="Earlier versions"
      lead={`${languageName(language)} videos that newer ones replaced. They can be played while their files are kept.`}
      open
      onClose={onClose}
    >
      <div className="min-h-24 space-y-3 overflow-y-auto px-5 py-4">
        {played ? <PlayedVersion key={played.madeAt} version={played} /> : null}
        {error ? (
          <UnreadNotice error={error} onRetry={() => void refetch()}>
            The versions could not be loaded.
          </UnreadNotice>
        ) : null}
        {!earlier && !error ? <Spinner /> : null}
        {earlier?.length === 0 ? (
          <p className="text-muted py-6 text-center">This video has no earlier versions.</p>
        ) : null}
        <ul className="divide-line divide-y">
          {earlier?.map((version) => (
            <li key={version.madeAt} className="flex flex-wrap items-center gap-3 py-2.5">
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium">{nameOf(version)}</p>
                <p className="text-muted text-xs tabular-nums">{factsOf(version)}</p>
              </div>
              {isPlayable(version) ? (
                <Button
                  size="sm"
                  aria-label={
                    version.number === null ? `Play the ${nameOf(version)}` : `Play version ${version.number}`
                  }
                  onClick={() => setPlayed(version)}
                >
                  <Play aria-hidden size={16} /> Play
                </Button>
              ) : (
                <p className="text-muted text-xs">The file was removed</p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

const isPlayable = (version: Version): version is Playable => version.file !== null;

/** A film of earlier releases has no number. */
const nameOf = ({ number, language }: Version): string =>
  number === null ? `${languageName(language)} video` : `Version ${number}`;

const factsOf = ({ madeAt, duration, sections, quality, aspect }: Version): string =>
  `${formatTimeOfDay(madeAt)} · ${preciseTime(duration)} · ${sections} ${plural(sections, 'section')} · ${quality}, ${aspect}`;

function PlayedVersion({ version }: { version: Playable }): ReactElement {
  const { file, language, burnSubtitles, duration } = version;
  const [clock] = useState(() => {
    const started = createClock();
    started.setState({ next: { play: true } });
    return started;
  });
  const [failed, setFailed] = useState(false);
  return (
    <>
      <Player
        label={nameOf(version)}
        src={file.video}
        end={duration}
        clock={clock}
        captions={
          file.subtitles === null
            ? null
            : {
                src: file.subtitles,
                srcLang: language,
                label: languageName(language),
                burned: burnSubtitles,
              }
        }
        onFail={() => setFailed(true)}
      />
      {failed ? (
        <Notice tone="danger" urgent>
          This version can’t be played. Close this dialog and open it again, or restore the version in the
          editor.
        </Notice>
      ) : null}
    </>
  );
}
