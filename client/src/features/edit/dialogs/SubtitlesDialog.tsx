import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import { LANGUAGES, type Language } from '#contract/primitives.ts';
import type { Section } from '#contract/sections.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { plural } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';

const BY_LETTERS = 'auto';
const TRANSCRIPT = 'said';

/** Returns the contents of a file in base64. */
function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(file);
  });
}

/** Imports a subtitle file for the section's video. */
export function SubtitlesDialog({
  section,
  onClose,
}: {
  section: Section;
  onClose: () => void;
}): ReactElement {
  const editor = useEditor();
  const sameVideo = useEditorState(
    ({ sections }) =>
      sections.filter((other) => other.videoId === section.videoId && other.videoURL === null).length,
  );
  const [file, setFile] = useState<File | null>(null);
  const [language, setLanguage] = useState<string>(BY_LETTERS);
  const [scope, setScope] = useState<string>('video');
  /** The value 'transcript', or the language of the translation. */
  const [content, setContent] = useState<string>(TRANSCRIPT);
  const translations = LANGUAGES.filter(({ code }) => code !== section.spoken?.language);
  const [missing, setMissing] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const bring = async (chosen: File): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const request = {
        name: chosen.name,
        file: await inBase64(chosen),
        scope: scope as 'video' | 'section',
        ...(content === TRANSCRIPT
          ? language !== BY_LETTERS && { language: language as Language }
          : { translation: true, language: content as Language }),
      };
      if (await editor.words.importSubtitles(section.id, request, setProblem)) onClose();
    } catch (error) {
      setProblem({ text: 'This file can no longer be read. Please choose it again.', error });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (!file) setMissing('Please choose a file.');
    else if (file.size > SUBTITLES_MAX_BYTES) setMissing('Subtitle files can be up to 2 MB.');
    else void bring(file);
  };
  return (
    <Modal
      title="Import subtitles"
      lead={
        content === TRANSCRIPT
          ? 'The subtitles replace the transcript. You can undo this.'
          : 'The subtitles become your text in this language. You can undo this.'
      }
      open
      onClose={onClose}
      held={busy}
      className="max-w-md"
    >
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <Field label="SubRip or WebVTT file" error={missing}>
          {(input) => (
            <input
              {...input}
              type="file"
              accept=".srt,.vtt,text/vtt,application/x-subrip"
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null);
                setMissing(null);
                setProblem(null);
              }}
              className="field file:border-line-strong file:bg-surface-2 file:text-fg h-auto min-h-10 py-1.5 file:mr-3 file:rounded-md file:border file:px-2.5 file:py-1"
            />
          )}
        </Field>
        <NativeSelect
          showLabel
          label="For"
          value={scope}
          options={[
            { value: 'video', label: `Whole video (${sameVideo} ${plural(sameVideo, 'section')})` },
            { value: 'section', label: 'Only this section' },
          ]}
          onChange={setScope}
        />
        <NativeSelect
          showLabel
          label="Content"
          value={content}
          options={[
            { value: TRANSCRIPT, label: 'Transcript of what is said' },
            ...translations.map(({ code, name }) => ({
              value: code,
              label: `Translation into ${name}`,
            })),
          ]}
          onChange={setContent}
        />
        {content === TRANSCRIPT ? (
          <NativeSelect
            showLabel
            label="Subtitle language"
            value={language}
            options={[
              { value: BY_LETTERS, label: 'Detect automatically' },
              ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={setLanguage}
          />
        ) : null}
        <DialogEnd onCancel={onClose} busy={busy} problem={problem}>
          <Button type="submit" look="primary" inactive={busy}>
            {busy ? 'Importing…' : 'Import'}
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
