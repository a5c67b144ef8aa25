import { useMemo, useRef, useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { MAX_TEXT, MAX_TITLE } from '#contract/limits.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { ChangedTitle } from '../../../components/ui/messages/ChangedTitle.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { UploadField } from '../../../components/upload/UploadField.tsx';
import { useUpload } from '../../../hooks/use-upload.ts';
import { toast } from '../../../lib/toast.ts';
import { tooLong } from '../../../lib/format.ts';
import { sectionUpload } from '../../../lib/upload/upload-targets.ts';
import { busyLabel, isUnderWay } from '../../../lib/upload/upload-state.ts';

export interface SectionValues {
  title: string;
  transcription: string;
  /** The new upload's objectPath; `null` if nothing was uploaded. */
  videoURL: string | null;
}

interface SectionFormProps {
  heading: string;
  lead?: string;
  projectId: string;
  initial: Pick<SectionValues, 'title' | 'transcription'>;
  /** The current values, if another tab may have changed them. */
  current?: Pick<SectionValues, 'title' | 'transcription'>;
  uploadLabel: string;
  uploadHint: string;
  saveLabel: string;
  /** Returns whether the dialog may close. If not, it stays open with its input. */
  onSave: (values: SectionValues) => Promise<boolean>;
  onClose: () => void;
  children?: ReactNode;
}

/** The form for a section's contents: title, text, and one video or image. */
export function SectionForm(props: SectionFormProps): ReactElement {
  const { heading, lead, projectId, initial, current = initial, uploadLabel, uploadHint, saveLabel } = props;
  const { onSave, onClose, children } = props;
  const [title, setTitle] = useState(initial.title);
  const [text, setText] = useState(initial.transcription);
  const [submitted, setSubmitted] = useState(false);
  const [saving, setSaving] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const upload = useUpload(useMemo(() => sectionUpload(projectId), [projectId]));
  const file = upload.state.file;
  const uploading = isUnderWay(file);
  const blank = title.trim() === '';
  const long = tooLong(title, MAX_TITLE);
  const longText = tooLong(text, MAX_TEXT, 'A text');
  const touched = title !== initial.title || text !== initial.transcription || file !== null;

  const save = async (): Promise<void> => {
    const [titleTyped, textTyped] = [titleField.current!, textField.current!];
    const sent = file ? await upload.send() : null;
    // The field shows whether the upload was cancelled or failed.
    if (typeof sent === 'string') return;
    if (file && file.state !== 'complete') toast({ title: 'Video Uploaded', description: file.file.name });
    // Saves the text that was typed during the upload too.
    const values = {
      title: titleTyped.value.trim(),
      transcription: textTyped.value.trim(),
      videoURL: sent?.result ?? null,
    };
    if (values.title === '') refuse();
    else if (tooLong(values.title, MAX_TITLE) || tooLong(values.transcription, MAX_TEXT)) return;
    else if (await onSave(values)) onClose();
  };
  const refuse = (): void => {
    setSubmitted(true);
    titleField.current?.focus();
    toast({
      title: 'Title Required',
      description: 'Please enter a title for the section.',
      variant: 'destructive',
    });
  };
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    if (saving) return;
    if (blank) {
      refuse();
      return;
    }
    if (long ?? longText) {
      (long ? titleField : textField).current?.focus();
      return;
    }
    setSaving(true);
    await save().finally(() => setSaving(false));
  };

  return (
    <Modal
      title={heading}
      lead={lead}
      open
      onClose={onClose}
      held={saving || uploading}
      keepOutside={touched}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col">
        <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
          <Field
            label="Title"
            error={long ?? (submitted && blank ? 'Please enter a title for the section.' : null)}
            note={<ChangedTitle from={initial.title} to={current.title} />}
          >
            {(input) => (
              <input
                {...input}
                ref={titleField}
                value={title}
                required
                onChange={(event) => setTitle(event.target.value)}
                className="field"
              />
            )}
          </Field>
          <Field
            label="Transcription"
            error={longText}
            note={
              current.transcription.trim() === initial.transcription.trim() ? null : (
                <output className="text-warn block text-xs">
                  Changed in another tab after this dialog was opened.
                </output>
              )
            }
          >
            {(input) => (
              <textarea
                {...input}
                ref={textField}
                rows={4}
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="field h-auto resize-y py-2 leading-5"
              />
            )}
          </Field>
          <UploadField
            label={uploadLabel}
            hint={uploadHint}
            upload={upload}
            waitingText="uploads when you save"
            onRetry={() => (blank ? void upload.send() : void submit())}
          />
          {children}
        </div>
        <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
          <Button inactive={saving || uploading} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="primary"
            aria-disabled={blank || long !== null || longText !== null || saving || undefined}
          >
            {saving && file?.state !== 'paused' ? <Spinner /> : null}
            {busyLabel(file) ?? (saving ? 'Saving...' : saveLabel)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
