import { useCallback, useMemo, useRef, type ReactElement } from 'react';
import type { Language, Quality } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { createClock, type PlayerHandle } from '../../components/player/clock.ts';
import { BottomBar } from '../../components/ui/BottomBar.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { usePlace } from '../../hooks/use-place.ts';
import { useRunNarration } from '../../hooks/use-run-narration.ts';
import { useRunPolling } from '../../hooks/use-run-polling.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { useEditorState } from './editor-context.ts';
import { EditorFooter } from './EditorFooter.tsx';
import { EditorPanes } from './EditorPanes.tsx';
import { EditorToolbar } from './EditorToolbar.tsx';
import { GenerateButton } from './GenerateButton.tsx';
import { GenerationPanel } from './GenerationPanel.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useGeneration } from './use-generation.ts';

/** The editor of one project: toolbar, progress, panes, footer. */
export function EditorScreen({ project }: { project: Project }): ReactElement {
  const language = (usePlace().language || 'en') as Language;
  const chosen = useEditorState((state) => state.quality);
  const user = useUser();
  const film = project.films.find((known) => known.language === language);
  const quality: Quality = chosen ?? film?.quality ?? user?.settings.defaultVideoQuality ?? '1080p';

  const generation = useGeneration(project, language, quality);
  const { run } = generation;
  useRunPolling(project.id, run);
  useRunNarration(run);
  useTitle(run ? `${Math.round(run.percentage)}% · ${project.title}` : project.title);

  const clock = useMemo(() => createClock(), []);
  const player = useRef<PlayerHandle>(null);
  const wide = useMediaQuery('(min-width: 1024px)');
  const pressGenerate = useCallback(
    () => (generation.inactive ? undefined : generation.press()),
    [generation],
  );
  const keys = useEditorKeys({ player, onGenerate: pressGenerate });

  const failure = project.generation?.status === 'failed' && !run ? project.generation.message : null;
  return (
    <div className="flex flex-col gap-3">
      <EditorToolbar project={project} language={language} quality={quality} onShowKeys={keys.show}>
        {wide ? <GenerateButton generation={generation} className="min-w-44" /> : null}
      </EditorToolbar>
      {keys.dialog}
      {run ? <GenerationPanel run={run} /> : null}
      {failure ? (
        <Notice tone="danger" urgent>
          The last generation failed: {failure}
        </Notice>
      ) : null}
      {project.notices.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
      <EditorPanes clock={clock} player={player} wide={wide} language={language} />
      <EditorFooter project={project} />
      {wide ? null : (
        <BottomBar>
          <GenerateButton generation={generation} className="w-full" />
        </BottomBar>
      )}
    </div>
  );
}
