import { lazy, Suspense, type ReactElement } from 'react';
import { useEditorState, useEditor, useSelectedSection } from '../context/editor-context.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const AddSectionDialog = lazy(async () => ({
  default: (await loadPart(() => import('./AddSectionDialog.tsx'))).AddSectionDialog,
}));
const EditSectionDialog = lazy(async () => ({
  default: (await loadPart(() => import('./EditSectionDialog.tsx'))).EditSectionDialog,
}));
const MoveDialog = lazy(async () => ({
  default: (await loadPart(() => import('./MoveDialog.tsx'))).MoveDialog,
}));
const CopyDialog = lazy(async () => ({
  default: (await loadPart(() => import('./CopyDialog.tsx'))).CopyDialog,
}));
const DeletedDialog = lazy(async () => ({
  default: (await loadPart(() => import('./DeletedDialog.tsx'))).DeletedDialog,
}));
const ResetDialog = lazy(async () => ({
  default: (await loadPart(() => import('./ResetDialog.tsx'))).ResetDialog,
}));

const SubtitlesDialog = lazy(async () => ({
  default: (await loadPart(() => import('./SubtitlesDialog.tsx'))).SubtitlesDialog,
}));
const TranscribeAgainDialog = lazy(async () => ({
  default: (await loadPart(() => import('./TranscribeAgainDialog.tsx'))).TranscribeAgainDialog,
}));

const RenameSpeakerDialog = lazy(async () => ({
  default: (await loadPart(() => import('./RenameSpeakerDialog.tsx'))).RenameSpeakerDialog,
}));

const FillersDialog = lazy(async () => ({
  default: (await loadPart(() => import('./fillers/FillersDialog.tsx'))).FillersDialog,
}));

/** The editor's dialogs, one at a time. The code of each dialog loads when it is opened. */
export function Dialogs(): ReactElement | null {
  const editor = useEditor();
  const dialog = useEditorState((state) => state.dialog);
  const section = useSelectedSection();
  const close = (): void => editor.show(null);
  return (
    <Suspense fallback={null}>
      {dialog === 'add' ? <AddSectionDialog onClose={close} /> : null}
      {dialog === 'edit' && section ? (
        <EditSectionDialog key={section.id} section={section} onClose={close} />
      ) : null}
      {dialog === 'move' ? <MoveDialog onClose={close} /> : null}
      {dialog === 'copy' ? <CopyDialog onClose={close} /> : null}
      {dialog === 'deleted' ? <DeletedDialog onClose={close} /> : null}
      {dialog === 'subtitles' && section ? (
        <SubtitlesDialog key={section.id} section={section} onClose={close} />
      ) : null}
      {dialog === 'transcribe' && section ? (
        <TranscribeAgainDialog key={section.id} section={section} onClose={close} />
      ) : null}
      {dialog === 'speaker' && section ? (
        <RenameSpeakerDialog key={section.id} section={section} onClose={close} />
      ) : null}
      {dialog === 'fillers' && section ? (
        <FillersDialog key={section.id} section={section} onClose={close} />
      ) : null}
      {dialog === 'reset' ? <ResetDialog onClose={close} /> : null}
    </Suspense>
  );
}
