import { useMemo, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { MAX_CHANNEL_DESCRIPTION, MAX_CHANNEL_TITLE } from '#contract/channel.ts';
import { MAX_CHANNEL_UPLOAD_BYTES } from '#contract/uploads.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { Tips } from '../../../components/ui/controls/Tips.tsx';
import { UploadField } from '../../../components/upload/UploadField.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useUpload } from '../../../hooks/use-upload.ts';
import { useUser } from '../../../hooks/use-user.ts';
import { formatBytes, tooLong } from '../../../lib/format.ts';
import { type Problem, withReason } from '../../../lib/api/attempt.ts';
import { addManualVideo } from '../../../lib/selection/manual-videos.ts';
import { keys } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { reportDisconnected, reportNotConnected } from '../../../lib/api/channel.ts';
import { toast } from '../../../lib/toast.ts';
import { channelUpload, type ChannelDetails } from '../../../lib/upload/upload-targets.ts';
import { busyLabel, isUnderWay } from '../../../lib/upload/upload-state.ts';

const FAILED = 'Could not upload video to YouTube. Please check your connection and try again.';

function reportFailed({ error }: Problem): void {
  if (reportDisconnected(error)) return;
  toast({ title: 'Upload Failed', description: withReason(FAILED, error), variant: 'destructive', error });
}

/**
 * 'Upload Video to YouTube' (product.md 2.49): sends a creator's own video to the connected channel and
 * selects it.
 */
export function ChannelUploadDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [details, setDetails] = useState<ChannelDetails>({ title: '', description: '' });
  /** The title as sent: the form's fields precede the file. */
  const [sent, setSent] = useState<ChannelDetails | null>(null);
  const channel = useUser()?.youtubeChannelName;
  const titleField = useRef<HTMLInputElement>(null);
  const maxBytes = useConfig()?.limits.channelUploadBytes ?? MAX_CHANNEL_UPLOAD_BYTES;
  const upload = useUpload(useMemo(() => channelUpload(maxBytes), [maxBytes]));
  const { file } = upload.state;
  const pending = isUnderWay(file);
  const title = details.title.trim();
  const long = tooLong(title, MAX_CHANNEL_TITLE, 'YouTube titles');
  const longDescription = tooLong(details.description, MAX_CHANNEL_DESCRIPTION, 'YouTube descriptions');
  const invalid = long !== null || longDescription !== null;
  const ready = file !== null && title !== '' && !invalid && !pending;
  const touched = file !== null || details.title !== '' || details.description !== '';
  const current = { title, description: details.description.trim() };
  const changed = sent !== null && (sent.title !== current.title || sent.description !== current.description);

  const send = async (): Promise<void> => {
    if (pending || (title !== '' && invalid)) return;
    if (!file || title === '') {
      if (title === '') titleField.current?.focus();
      toast({
        title: 'Missing Information',
        description: 'Please select a file and enter a title.',
        variant: 'destructive',
      });
      return;
    }
    // Checked again, since the channel may have been disconnected in another window since the dialog opened.
    if (!queryClient.getQueryData(keys.user)?.youtubeChannelName) {
      reportNotConnected();
      return;
    }
    setSent(current);
    const outcome = await upload.send(current, reportFailed);
    setSent(null);
    if (typeof outcome === 'string') return;
    const video = outcome.result;
    addManualVideo({ video, url: null, serverId: video.id });
    toast({ title: 'Video Uploaded Successfully', description: video.title });
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <Modal
      title="Upload Video to YouTube"
      lead={channel && `We’ll upload it to ${channel} as a private video.`}
      open
      onClose={onClose}
      held={pending}
      keepOutside={touched}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
          <Tips>
            <UploadField
              label="Video file"
              hint={`Drop one video here, up to ${formatBytes(maxBytes)}.`}
              waitingText="uploads when you click Upload"
              upload={upload}
              onRetry={() => void send()}
            />
          </Tips>
          <Field label="Title" error={long}>
            {(input) => (
              <input
                {...input}
                ref={titleField}
                value={details.title}
                required
                onChange={(event) => setDetails({ ...details, title: event.target.value })}
                className="field"
              />
            )}
          </Field>
          <Field label="Description (optional)" error={longDescription}>
            {(input) => (
              <textarea
                {...input}
                rows={3}
                value={details.description}
                onChange={(event) => setDetails({ ...details, description: event.target.value })}
                className="field h-auto resize-y py-2 leading-5"
              />
            )}
          </Field>
          {changed ? (
            <output className="text-muted block text-xs">
              The upload uses the title and description you entered before clicking Upload. Changes apply only
              if you upload again.
            </output>
          ) : null}
        </div>
        <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
          <Button inactive={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" aria-disabled={!ready || undefined}>
            {file?.state === 'uploading' ? <Spinner /> : null}
            {busyLabel(file) ?? 'Upload'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
