import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { LANGUAGES, type SpokenLanguage } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { SPOKEN_LANGUAGES } from '../../../lib/spoken-languages.ts';
import { useEditor } from '../context/editor-context.ts';

/** Asks which language is spoken in the section's video, and has the video transcribed again. */
export function TranscribeAgainDialog({
  section,
  onClose,
}: {
  section: Section;
  onClose: () => void;
}): ReactElement {
  const editor = useEditor();
  const language = LANGUAGES.find(({ code }) => code === section.spoken?.language);
  const [spoken, setSpoken] = useState<SpokenLanguage>('auto');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const start = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    if (await editor.words.transcribeAgain(section.id, spoken, setProblem)) onClose();
    setBusy(false);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy) void start();
  };
  return (
    <Modal
      title="Transcribe again"
      lead={`${section.video.title}${language ? ` was transcribed as ${language.name}` : ''}. Transcribing again is free.`}
      open
      onClose={onClose}
      held={busy}
      className="max-w-md"
    >
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <NativeSelect
          showLabel
          label="Spoken language"
          value={spoken}
          options={Object.entries(SPOKEN_LANGUAGES).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setSpoken(value as SpokenLanguage)}
        />
        <p className="text-muted text-sm">
          This replaces the words, texts and titles in all sections of this video, except what you wrote
          yourself. You can undo this.
        </p>
        <DialogEnd onCancel={onClose} busy={busy} problem={problem}>
          <Button type="submit" look="primary" inactive={busy}>
            {busy ? 'Starting…' : 'Transcribe'}
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
