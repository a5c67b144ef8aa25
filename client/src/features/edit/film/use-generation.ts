import { useEffect, useRef, useState } from 'react';
import type { FilmOptions } from '#film/styles/film-options.ts';
import { lookIn } from '#film/captions/caption-look.ts';
import type { Answer, Sent } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { Section } from '#contract/sections.ts';
import { isFinishing } from '../../../components/run/percent.ts';
import { FOUND_LABEL_MS } from '../../../config/constants.ts';
import { useGoFromHere } from '../../../hooks/page/use-place.ts';
import { showAlert } from '../../../lib/alert.ts';
import { call, isReachable } from '../../../lib/api/api.ts';
import { attempt, reportFailure } from '../../../lib/api/attempt.ts';
import { clockTime } from '../../../lib/format.ts';
import { projectChanged, readingProject } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { isActive, useNewestRun } from '../../../lib/runs/runs.ts';
import { toast } from '../../../lib/toast.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import type { Editor } from '../store/editor.ts';
import { isSameFilm } from '../context/film-options.ts';
import { useGenerateStage } from './use-generate-stage.ts';

export interface Generation {
  label: string;
  inactive: boolean;
  /** The active run; `null` if no run is active. */
  run: Run | null;
  press: () => void;
}

/**
 * Returns the label, state and action of the Generate / View Video button. `runsAtOpening` contains the IDs
 * of the runs that existed when the editor opened.
 */
export function useGeneration(
  project: Project,
  language: Language,
  options: FilmOptions,
  runsAtOpening: ReadonlySet<string>,
): Generation {
  const editor = useEditor();
  const go = useGoFromHere();
  const sections = useEditorState((state) => state.sections);
  const edited = useEditorState((state) => state.edited);
  const newest = useNewestRun(project.id, 'generation');
  const run = isActive(newest) ? newest : null;
  const [sending, setSending] = useState<'checking' | 'starting' | null>(null);
  // Until the first snapshot of a started run arrives, the button shows that it is starting.
  const [awaited, setAwaited] = useState<string | null>(null);
  const busy = sending ?? (awaited !== null && newest?.id !== awaited ? 'starting' : null);
  const foundOnOpening = useFoundOnOpening(run, runsAtOpening);
  const startedHere = awaited !== null && run?.id === awaited;
  useGenerateStage(project, { newest, startedHere, starting: busy === 'starting' });
  const intention = useRef<string | null>(null);

  const film = project.films.find((candidate) => candidate.language === language);
  const upToDate = film !== undefined && !film.edited && !edited && isSameFilm(film, options);

  const request = (clips: Section[], isview: boolean): Sent<typeof calls.generateFilm>['body'] => ({
    project_title: project.title,
    videos: clips.map((section) => ({
      clipid: section.clipid,
      transcription: section.transcription,
      meantime: clockTime(section.duration),
      clip_max_time: clockTime(section.endTime),
      path: section.path,
      voice_id: options.speaker ?? '',
      xi_voice_id: '',
      gender: options.gender,
    })),
    language,
    quality: options.quality,
    aspect: options.aspect,
    framing: options.framing,
    burnSubtitles: options.burnSubtitles,
    ...lookIn(options),
    credits: options.credits,
    endFades: options.endFades,
    isview,
  });
  const send = (clips: Section[], isview: boolean): Promise<Answer<typeof calls.generateFilm>> =>
    call(calls.generateFilm, {
      params: { id: project.id },
      body: request(clips, isview),
      ...(isview || intention.current === null ? {} : { idempotencyKey: intention.current }),
    });
  const openFilm = (): void => go({ stage: 'complete', project: project.id, language });

  const view = async (): Promise<void> => {
    setSending('checking');
    const open = async (): Promise<void> => {
      const { finalVideoLink } = await send(sections, true);
      if (finalVideoLink && (await isReachable(finalVideoLink))) openFilm();
      else {
        showAlert({
          title: 'Video not available',
          description: 'Video is not available or still being generated. Please try again later.',
        });
      }
    };
    await attempt(open, { title: 'Error Loading Video', fallback: 'Please try again.' });
    setSending(null);
  };

  const generate = async (): Promise<void> => {
    setSending('starting');
    try {
      if (!(await editor.saver.saveAll())) return;
      intention.current ??= crypto.randomUUID();
      const { finalVideoLink, runId } = await send(await savedSections(editor), false);
      intention.current = null;
      editor.filmBegun();
      setAwaited(finalVideoLink ? null : runId);
      projectChanged(project.id);
      if (finalVideoLink) openFilm();
      else
        toast({
          title: 'Video Generation Started',
          description: 'You can leave this page. We’ll save the video in My Videos.',
        });
    } catch (error) {
      // The server may have accepted a start that got no response. The next press then repeats the same
      // request.
      if (!(error instanceof TypeError)) intention.current = null;
      reportFailure(error, {
        title: 'Generation Failed',
        fallback: 'Failed to start video generation. Please try again.',
      });
      projectChanged(project.id);
    } finally {
      setSending(null);
    }
  };

  // The shown texts are still those of another language.
  const switching = useEditorState((state) => state.language) !== language;
  const inactive = busy !== null || run !== null || sections.length === 0 || switching;
  return {
    label: labelOf(busy, run, foundOnOpening, upToDate),
    inactive,
    run,
    press: () => void (upToDate ? view() : generate()),
  };
}

/**
 * Saves all changes and returns the server's sections. Outdated data of this page, after edits in another
 * tab or language, must not be sent as the creator's intention.
 */
async function savedSections(editor: Editor): Promise<Section[]> {
  await editor.settled();
  const { projectId, language } = editor.state;
  const { sections } = await queryClient.fetchQuery(readingProject(projectId, language));
  return [...sections].sort((a, b) => a.position - b.position);
}

/** Returns the label of the Generate button (product.md 4.33 to 4.39). */
function labelOf(
  busy: 'checking' | 'starting' | null,
  run: Run | null,
  foundOnOpening: boolean,
  upToDate: boolean,
): string {
  if (busy === 'checking') return 'Checking Video...';
  if (run && foundOnOpening) return 'Generating in Background...';
  if (run && run.percentage > 0 && !isFinishing(run)) return `Generating... ${Math.floor(run.percentage)}%`;
  if (run) return `${run.stage || 'Waiting'}...`;
  if (busy === 'starting') return 'Starting Generation...';
  return upToDate ? 'View Video' : 'Generate Video';
}

/**
 * Whether a run that was active when the stage opened has made no progress since, for at least a second. A
 * figure that appears immediately would hide that the run already existed.
 */
function useFoundOnOpening(run: Run | null, runsAtOpening: ReadonlySet<string>): boolean {
  const [first, setFirst] = useState<Run | null>(null);
  if (first === null && run) setFirst(run);
  const [brief, setBrief] = useState(true);
  const isFound = first !== null;
  useEffect(() => {
    if (!isFound) return undefined;
    const timer = setTimeout(() => setBrief(false), FOUND_LABEL_MS);
    return () => clearTimeout(timer);
  }, [isFound]);
  if (run === null || run.id !== first?.id || !runsAtOpening.has(run.id)) return false;
  // Polled figures have no version.
  return (
    brief ||
    (run.version === first.version && run.percentage === first.percentage && run.stage === first.stage)
  );
}
