import { useCallback, useId, useState, type Key, type ReactElement, type RefCallback } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import { RetryRun } from '../../components/run/RetryRun.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { Notice } from '../../components/ui/messages/Notice.tsx';
import { plural } from '../../lib/format.ts';
import { FailedFilm } from './film/FailedFilm.tsx';
import { ReadAsWritten, ToTranslate, Undrawable } from './film/PlanNotices.tsx';
import type { GenerationPlan } from './film/use-generation-plan.ts';
import type { Translation } from './film/use-translation.ts';
import { DraftNotice } from './project/DraftNotice.tsx';
import { FailedVideos } from './project/FailedVideos.tsx';

interface EditorNoticesProps {
  project: Project;
  /** The last film's run, if it failed. */
  failed: Run | null;
  plan: GenerationPlan | undefined;
  translation: Translation;
}

/**
 * What the creator should know of the project: the most important notice in one line where there is room, and a button
 * that opens it and the others.
 */
export function EditorNotices(props: EditorNoticesProps): ReactElement | null {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, ...others] = noticesOf(props);
  const [line, clipped] = useClipped(!open, first?.key);
  if (!first) return null;
  const Icon = open ? ChevronUp : ChevronDown;
  const more = others.length > 0;
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <div ref={line} data-folded={open ? undefined : ''} className="min-w-0 flex-1 basis-full sm:basis-64">
          {first}
        </div>
        {more || clipped ? (
          <Button
            size="sm"
            aria-expanded={open}
            aria-controls={open && more ? id : undefined}
            aria-label={
              open || !more ? undefined : `${others.length} more ${plural(others.length, 'notice')}`
            }
            onClick={() => setOpen(!open)}
          >
            <Icon aria-hidden size={16} />{' '}
            {open
              ? more
                ? 'Show one notice'
                : 'Show one line'
              : more
                ? `${others.length} more`
                : 'Show all'}
          </Button>
        ) : null}
      </div>
      {open && more ? (
        <div id={id} className="space-y-2">
          {others}
        </div>
      ) : null}
    </div>
  );
}

/** Whether the text of a notice is longer than its line; keeps the answer while the notice is open. */
function useClipped(folded: boolean, notice: Key | null | undefined): [RefCallback<HTMLElement>, boolean] {
  const [clipped, setClipped] = useState(false);
  const line = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !folded || notice == null) return;
      const measure = (): void => {
        const text = element.querySelector('[data-notice-text]');
        setClipped(text !== null && text.scrollWidth > text.clientWidth);
      };
      measure();
      // The text may change too, with the size of its words.
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [folded, notice],
  );
  return [line, clipped];
}

/** Why a project has no sections. That its creator cancelled the processing is no warning. */
function Unfinished({ run }: { run: Run }): ReactElement {
  const cancelled = run.status === 'cancelled';
  return (
    <Notice tone={cancelled ? 'info' : 'warn'} action={<RetryRun run={run} />}>
      {cancelled ? 'Processing was cancelled. Your credit is back.' : `Processing failed: ${run.message}`}
    </Notice>
  );
}

/** The most important first: what failed, why a draft is as it is, then what is missing, then what may be done. */
function noticesOf({ project, failed, plan, translation }: EditorNoticesProps): ReactElement[] {
  const { processing, failedVideos, draft } = project;
  const ended = processing?.status === 'failed' || processing?.status === 'cancelled';
  const unfinished = ended && project.sections.length === 0 ? processing : null;
  const {
    untranslated = 0,
    readAsWritten = 0,
    untranslatedTitles = 0,
  } = plan && !translation.run ? plan : {};
  const texts = untranslated - readAsWritten;
  return [
    failed && <FailedFilm key="film" run={failed} />,
    unfinished && <Unfinished key="unfinished" run={unfinished} />,
    failedVideos.length > 0 && <FailedVideos key="videos" project={project} />,
    draft && <DraftNotice key="draft" project={project} />,
    readAsWritten > 0 && <ReadAsWritten key="written" count={readAsWritten} />,
    plan?.undrawable && <Undrawable key="undrawable" characters={plan.undrawable} />,
    ...project.notices.map((text) => (
      <Notice key={`notice ${text}`} tone="warn">
        {text}
      </Notice>
    )),
    texts + untranslatedTitles > 0 && (
      <ToTranslate key="translate" {...{ texts, titles: untranslatedTitles, translation }} />
    ),
  ].filter((notice) => typeof notice === 'object' && notice !== null);
}
