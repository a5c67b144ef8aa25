import { useRef, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { GenerationPanel } from '../../../components/run/GenerationPanel.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { FailedFilm } from './FailedFilm.tsx';
import { FailedVideos } from './FailedVideos.tsx';
import type { EditorNotice } from './notices.ts';
import { ReadAsWritten, ToTranslate, type TranslationStart, Undrawable } from './PlanNotices.tsx';
import { ProposalNotice } from './ProposalNotice.tsx';
import { TranscriptionPanel, RecordingPanel, TranslationPanel } from './RunPanels.tsx';
import { Unrecorded } from './Unrecorded.tsx';

/** The project's runs that are active. */
export interface ActiveRuns {
  generation: Run | null;
  hearing: Run | null;
  translation: Run | null;
  recording: Parameters<typeof RecordingPanel>[0] | null;
}

interface NoticeListProps {
  project: Project;
  runs: ActiveRuns;
  notices: EditorNotice[];
  /** The number of dismissed notices. */
  hidden: number;
  translation: TranslationStart;
  onDismiss: (key: string) => void;
  onRestore: () => void;
}

/** Lists the runs of a project with their progress, and its notices with their action and Dismiss. */
export function NoticeList(props: NoticeListProps): ReactElement {
  const { project, runs, notices, hidden, translation, onDismiss, onRestore } = props;
  const list = useRef<HTMLDivElement>(null);
  const { generation, hearing, translation: translating, recording } = runs;
  const dismiss = (key: string, index: number): void => {
    flushSync(() => onDismiss(key));
    // The pressed button disappears, so the focus moves to the next notice, otherwise to the list.
    const next = list.current?.querySelectorAll<HTMLElement>('[data-notice]')[index];
    (next?.querySelector<HTMLElement>('[aria-label=Dismiss]') ?? list.current)?.focus();
  };
  const isWorking = Object.values(runs).some((run) => run !== null);
  return (
    <div ref={list} tabIndex={-1} className="space-y-2 outline-none">
      {generation ? <GenerationPanel run={generation} /> : null}
      {hearing ? <TranscriptionPanel run={hearing} /> : null}
      {translating ? <TranslationPanel run={translating} /> : null}
      {recording ? <RecordingPanel {...recording} /> : null}
      {notices.map((notice, index) => (
        <div key={notice.key} data-notice={notice.kind}>
          <OneNotice {...{ notice, project, translation }} onDismiss={() => dismiss(notice.key, index)} />
        </div>
      ))}
      {notices.length === 0 && !isWorking ? <p className="text-muted">No notices.</p> : null}
      {hidden > 0 ? (
        <Button size="sm" look="quiet" className="-ml-3" onClick={onRestore}>
          Show dismissed ({hidden})
        </Button>
      ) : null}
    </div>
  );
}

interface OneNoticeProps {
  notice: EditorNotice;
  project: Project;
  translation: TranslationStart;
  onDismiss: () => void;
}

function OneNotice({ notice, project, translation, onDismiss }: OneNoticeProps): ReactElement | null {
  switch (notice.kind) {
    case 'film':
      return <FailedFilm run={notice.run} onDismiss={onDismiss} />;
    case 'videos':
      return <FailedVideos project={project} onDismiss={onDismiss} />;
    case 'draft':
      // The server stores this dismissal for every device.
      return <DraftNotice project={project} />;
    case 'written':
      return <ReadAsWritten count={notice.count} onDismiss={onDismiss} />;
    case 'undrawable':
      return <Undrawable characters={notice.text} onDismiss={onDismiss} />;
    case 'analysis':
      return (
        <Notice tone="warn" onDismiss={onDismiss}>
          {notice.text}
        </Notice>
      );
    case 'translate':
      return <ToTranslate {...notice} translation={translation} onDismiss={onDismiss} />;
    case 'proposal':
      return <ProposalNotice proposal={notice.proposal} onDismiss={onDismiss} />;
    case 'unrecorded':
      return <Unrecorded sections={notice.sections} onDismiss={onDismiss} />;
  }
}
