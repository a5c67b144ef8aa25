import { useEffect, useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, CircleCheck, ListChecks } from 'lucide-react';
import { Link } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import type { CheckResult, Finding } from '#contract/film-check.ts';
import type { Film } from '#contract/projects.ts';
import { percentText } from '../../components/run/percent.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { useRunPolling } from '../../hooks/runs/use-run-polling.ts';
import { call } from '../../lib/api/api.ts';
import { attempt } from '../../lib/api/attempt.ts';
import { positionTime } from '../../lib/format.ts';
import { projectChanged, reading } from '../../lib/api/queries.ts';
import { isActive, storeRun, useRuns } from '../../lib/runs/runs.ts';
import { placeUrl } from '../../lib/stage.ts';
import { checkText, findingText, uncheckedText } from './finding-words.ts';

interface FilmChecksProps {
  projectId: string;
  film: Film;
  /** Shows a second of the film in its player. */
  onSeek: (time: number) => void;
}

/** Shows what a check of the film found. The check completes after the film, and nothing waits for it. */
export function FilmChecks({ projectId, film, onSeek }: FilmChecksProps): ReactElement | null {
  const { language } = film;
  const { data } = useQuery(reading(calls.readFilmCheck, { params: { id: projectId }, query: { language } }));
  const fetched = data?.run ?? null;
  const run = useRuns(({ runs }) => (fetched ? (runs[fetched.id] ?? fetched) : null));
  const [starting, setStarting] = useState(false);
  useEffect(() => {
    // Reports completion only for runs that this page has already seen.
    if (fetched) storeRun(fetched);
  }, [fetched]);
  useRunPolling(null, isActive(run) ? run : null);

  const check = async (): Promise<void> => {
    setStarting(true);
    const send = async (): Promise<void> => {
      storeRun(await call(calls.checkFilm, { params: { id: projectId }, query: { language } }));
      projectChanged(projectId);
    };
    await attempt(send, {
      title: 'Check Failed',
      fallback: 'The film could not be checked. Please try again.',
    });
    setStarting(false);
  };

  if (!data) return null;
  if (data.result) {
    return <Result result={data.result} projectId={projectId} film={film} onSeek={onSeek} />;
  }
  if (run && run.status !== 'failed' && run.status !== 'cancelled') {
    return (
      <p className="text-muted flex items-center gap-2 text-sm">
        <ListChecks aria-hidden size={16} className="shrink-0" />
        <span>
          Checking the film <span className="tabular-nums">({percentText(run)})</span>
        </span>
      </p>
    );
  }
  return (
    <div className="text-muted flex flex-wrap items-center gap-2 text-sm">
      <ListChecks aria-hidden size={16} className="shrink-0" />
      {run?.status === 'failed' ? (
        <p className="min-w-0 break-words">Checks: Could not check this film. {run.message}</p>
      ) : (
        <p>Checks: This film hasn’t been checked yet.</p>
      )}
      <Button size="sm" inactive={starting} onClick={() => void check()}>
        {run?.status === 'failed' ? 'Try Again' : 'Check this film'}
      </Button>
    </div>
  );
}

function Result({
  result,
  ...rest
}: FilmChecksProps & {
  result: CheckResult;
}): ReactElement {
  const { findings, more } = result;
  const unchecked = uncheckedText(result, rest.film.language);
  const note = unchecked ? <p className="text-muted text-sm break-words">{unchecked}</p> : null;
  if (findings.length === 0) {
    return (
      <div className="space-y-1">
        <p className="flex items-center gap-2 text-sm">
          <CircleCheck aria-hidden size={16} className="text-ok shrink-0" /> {checkText(result)}
        </p>
        {note}
      </div>
    );
  }
  return (
    <details className="panel group">
      <summary className="flex cursor-pointer items-center gap-2 rounded-lg px-4 py-2 text-sm font-medium">
        <ListChecks aria-hidden size={16} className="text-muted shrink-0" />
        <span className="min-w-0 flex-1">{checkText(result)}</span>
        <ChevronDown
          aria-hidden
          size={16}
          className="text-muted shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="border-line space-y-2 border-t px-2 py-2">
        <ul aria-label="What the check found">
          {findings.map((finding) => (
            <FindingRow
              key={`${finding.kind} ${finding.startMs} ${finding.endMs}`}
              finding={finding}
              {...rest}
            />
          ))}
        </ul>
        {more > 0 ? <p className="text-muted px-2 text-sm">{more} more are not shown.</p> : null}
        <div className="px-2">{note}</div>
      </div>
    </details>
  );
}

function FindingRow({
  finding,
  projectId,
  film,
  onSeek,
}: FilmChecksProps & { finding: Finding }): ReactElement {
  const { sectionId, startMs } = finding;
  const time = positionTime(startMs / 1000);
  // The credits are not a section of the project.
  const chapter = film.chapters.find(
    (candidate) => candidate.sectionId === sectionId && sectionId !== projectId,
  );
  return (
    <li className="flex items-start gap-2 rounded-md px-2 py-1 text-sm">
      {sectionId === null ? (
        <span className="text-muted flex h-8 w-14 shrink-0 items-center px-2 text-xs">Film</span>
      ) : (
        <Button
          size="sm"
          look="quiet"
          className="w-14 justify-start px-2 tabular-nums"
          aria-label={`Show ${time} of the film`}
          onClick={() => onSeek(startMs / 1000)}
        >
          {time}
        </Button>
      )}
      <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="min-w-0 flex-1 basis-44 break-words">{findingText(finding)}</span>
        {sectionId !== null && chapter ? (
          <Link
            to={placeUrl({ stage: 'edit', project: projectId, language: film.language, section: sectionId })}
            aria-label={`Open section ${chapter.title}`}
            className="text-accent hover:text-fg flex min-h-8 items-center rounded-sm underline"
          >
            Open section
          </Link>
        ) : null}
      </div>
    </li>
  );
}
