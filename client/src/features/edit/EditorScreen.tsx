import { lazy, Suspense, useCallback, useEffect, useMemo, type ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Language } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { percentText } from '../../components/run/percent.ts';
import { isAt, usePlace } from '../../hooks/page/use-place.ts';
import { useRunNarration } from '../../hooks/runs/use-run-narration.ts';
import { useRunPolling } from '../../hooks/runs/use-run-polling.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { Dialogs } from './dialogs/Dialogs.tsx';
import { EditorFooter } from './EditorFooter.tsx';
import { useEditor, useEditorState } from './context/editor-context.ts';
import { EditorPanes } from './EditorPanes.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { useFullWindow } from './panes/use-full-window.ts';
import { useFilmOptions } from './context/film-options.ts';
import { FindBar } from './find/FindBar.tsx';
import { GenerateButton } from './film/GenerateButton.tsx';
import { NoticesButton } from './notices/NoticesButton.tsx';
import { Unfinished } from './notices/Unfinished.tsx';
import { useTranslation } from './film/use-translation.ts';
import { UnsavedGuard } from './saving/UnsavedGuard.tsx';
import { useClips, usePreparationPolling } from './project/loading.ts';
import { useEditorKeys } from './keys/use-editor-keys.ts';
import { useGeneration } from './film/use-generation.ts';
import { useGenerationPlan } from './film/use-generation-plan.ts';
import { isFollowing } from './section/framing.ts';
import { FilmContext } from './context/film-context.ts';
import { useRunsAtOpening } from './context/runs/runs-at-opening.ts';
import { useWide } from '../../hooks/use-media-query.ts';
import { useWords } from './context/queries.ts';
import { loadPart } from '../../lib/missing-chunk.ts';

const ExportDialog = lazy(async () => ({
  default: (await loadPart(() => import('./film/ExportDialog.tsx'))).ExportDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await loadPart(() => import('./versions/VersionsDialog.tsx'))).VersionsDialog,
}));

const ProposalDialog = lazy(async () => ({
  default: (await loadPart(() => import('./versions/ProposalDialog.tsx'))).ProposalDialog,
}));

const MusicDialog = lazy(async () => ({
  default: (await loadPart(() => import('./music/MusicDialog.tsx'))).MusicDialog,
}));
const SubjectsFinder = lazy(async () => ({
  default: (await loadPart(() => import('./context/cameras/SubjectsFinder.tsx'))).SubjectsFinder,
}));

/** The editor of one project: toolbar, progress, panes, footer. */
export function EditorScreen({ project }: { project: Project }): ReactElement {
  const language = (usePlace().language || 'en') as Language;
  const editor = useEditor();
  const dialog = useEditorState((state) => state.dialog);
  const finding = useEditorState((state) => state.finding);
  useFullWindow();
  useShownVersions();
  const switching = useEditorState((state) => state.language) !== language;
  const film = project.films.find((candidate) => candidate.language === language);
  const options = useFilmOptions(film, useUser()?.settings.defaultVideoQuality ?? '1080p');
  const plan = useGenerationPlan(project.id, language, options);
  const { aspect, framing, burnSubtitles, gender, speaker: voiceId, credits, endFades } = options;
  const { captionStyle, captionPlace, captionSize, captionColor, captionDesign, captionHighlight } = options;
  const follows = useEditorState((state) => state.sections.some((section) => isFollowing(section, framing)));
  const translates = plan?.readAsWritten === 0;
  const filmRequest = useMemo(
    () => ({
      language,
      aspect,
      framing,
      captionLook: burnSubtitles
        ? { captionStyle, captionPlace, captionSize, captionColor, captionDesign, captionHighlight }
        : null,
      translates,
      gender,
      voiceId,
      credits,
      endFades,
    }),
    [
      language,
      aspect,
      framing,
      burnSubtitles,
      captionStyle,
      captionPlace,
      captionSize,
      captionColor,
      captionDesign,
      captionHighlight,
      translates,
      gender,
      voiceId,
      credits,
      endFades,
    ],
  );
  useClips(project);
  // Trimming needs the words of the selected section, even if they are not shown.
  useWords(useEditorState((state) => state.selectedId));
  usePreparationPolling(project);

  const runsAtOpening = useRunsAtOpening(project);
  const generation = useGeneration(project, language, options, runsAtOpening);
  const { run } = generation;
  useRunPolling(project.id, run);
  const translation = useTranslation(project.id, language);
  useRunPolling(project.id, translation.run);
  useRunNarration(run);
  useTitle(run ? `${percentText(run)} · ${project.title}` : project.title);

  const wide = useWide();
  const pressGenerate = useCallback(
    () => (generation.inactive ? undefined : generation.press()),
    [generation],
  );
  const keys = useEditorKeys(pressGenerate);

  const failed = project.generation?.status === 'failed' && !run ? project.generation : null;
  return (
    <FilmContext value={filmRequest}>
      <div className="flex flex-col gap-2 lg:flex-1">
        <EditorToolbar
          project={project}
          language={language}
          options={options}
          onShowKeys={keys.show}
          notices={
            <NoticesButton
              generation={run}
              {...{ project, failed, plan, translation, found: runsAtOpening }}
            />
          }
        >
          {wide ? <GenerateButton generation={generation} className="w-52 lg:px-2 xl:w-60" /> : null}
        </EditorToolbar>
        {keys.dialog}
        <Dialogs />
        <Suspense fallback={null}>
          {dialog === 'music' ? <MusicDialog onClose={() => editor.show(null)} /> : null}
          {dialog === 'export' ? (
            <ExportDialog language={language} options={options} onClose={() => editor.show(null)} />
          ) : null}
          {dialog?.startsWith('proposal ') ? (
            <ProposalDialog proposalId={dialog.slice(9)} onClose={() => editor.show(null)} />
          ) : null}
          {dialog === 'versions' ? (
            <VersionsDialog language={language} options={options} onClose={() => editor.show(null)} />
          ) : null}
        </Suspense>
        <UnsavedGuard />
        <Unfinished project={project} />
        {/* Not loaded on demand: what is typed after its key must not be keys of the editor. */}
        {finding ? <FindBar /> : null}
        <Suspense fallback={null}>{follows ? <SubjectsFinder /> : null}</Suspense>
        <EditorPanes
          switching={switching}
          action={<GenerateButton generation={generation} className="w-full" />}
        />
        <EditorFooter project={project} language={language} credits={credits} plan={plan} />
      </div>
    </FilmContext>
  );
}

/** Opens the versions once, if the film's page has linked to them. */
function useShownVersions(): void {
  const editor = useEditor();
  const location = useLocation();
  const navigate = useNavigate();
  const opensVersions = (location.state as { show?: string } | null)?.show === 'versions';
  useEffect(() => {
    if (!opensVersions) return;
    editor.show('versions');
    if (isAt(location)) void navigate({ search: location.search }, { replace: true, state: null });
  }, [opensVersions, editor, location, navigate]);
}
