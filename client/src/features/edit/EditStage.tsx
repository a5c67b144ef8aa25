import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Language } from '#contract/primitives.ts';
import { Tips } from '../../components/ui/controls/Tips.tsx';
import { UnreadProject } from '../../components/ui/messages/UnreadProject.tsx';
import { useSingleton } from '../../hooks/use-singleton.ts';
import { useGoFromHere, usePlace } from '../../hooks/page/use-place.ts';
import { useProject } from '../../hooks/use-project.ts';
import { ApiError } from '../../lib/api/api.ts';
import { listedProject } from '../../lib/api/queries.ts';
import { isActive, useNewestRun } from '../../lib/runs/runs.ts';
import { EditorContext } from './context/editor-context.ts';
import { createPlayback, PlaybackContext } from './context/playback-context.ts';
import { EditorScreen } from './EditorScreen.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { ListedProject } from './ListedProject.tsx';
import { Editors } from './context/editors.ts';
import { useSectionInUrl } from './use-section-in-url.ts';
import type { EditorState } from './store/state.ts';

/** The third step. Loads the project, provides its editor, and saves unsaved changes on leaving. */
export function EditStage(): ReactElement {
  const place = usePlace();
  const projectId = place.project ?? '';
  const language = (place.language || 'en') as Language;
  const go = useGoFromHere();
  const { data, error, refetch, isPlaceholderData, isFetching } = useProject(projectId, language);
  // While another language loads, the shown language stays. Cached data of an earlier visit may be outdated.
  const [displayed, setDisplayed] = useState(language);
  if (data && !isPlaceholderData && !isFetching && displayed !== language) setDisplayed(language);
  const editor = useSingleton(Editors).of(projectId, displayed);
  const [playback] = useState(createPlayback);
  const snapshot = useRef<Pick<EditorState, 'selectedId' | 'writing' | 'film'> | null>(null);

  useSectionInUrl(editor, place.section);
  useEffect(() => {
    // Switching languages restores the selected section and the text's view, words or field.
    if (snapshot.current?.selectedId) editor.select(snapshot.current.selectedId);
    if (snapshot.current) editor.write(snapshot.current.writing);
    if (snapshot.current) editor.showFilm(snapshot.current.film);
    const close = editor.open();
    return () => {
      snapshot.current = editor.state;
      close();
    };
  }, [editor]);
  // A project that is still being processed has its own stage. The live run decides, since the loaded project
  // may be older than the end of the run.
  const run = useNewestRun(projectId, 'processing');
  const stillProcessing = data?.sections.length === 0 && isActive(run);
  const outdated =
    data?.sections.length === 0 &&
    run?.status === 'completed' &&
    data.processing?.id === run.id &&
    data.processing.version < run.version;
  useEffect(() => {
    if (stillProcessing) go({ stage: 'processing', project: projectId }, { replace: true });
  }, [stillProcessing, projectId, go]);

  if (data && !outdated) {
    return (
      <Tips>
        <EditorContext value={editor}>
          <PlaybackContext value={playback}>
            <EditorScreen key={data.id} project={data} />
          </PlaybackContext>
        </EditorContext>
      </Tips>
    );
  }
  if (!error) return <EditorSkeleton />;
  // If the request fails, the library's card is shown instead (product.md 4.14).
  const listed = listedProject(projectId);
  if (listed && !(error instanceof ApiError && error.status === 404)) {
    return <ListedProject listed={listed} error={error} onRetry={() => void refetch()} />;
  }
  return <UnreadProject error={error} onRetry={() => void refetch()} />;
}
