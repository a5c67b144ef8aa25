import { useMemo, useState, type ReactElement } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { PosterChoice } from '#contract/poster.ts';
import type { Film } from '#contract/projects.ts';
import { UploadField } from '../../components/upload/UploadField.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { DialogEnd } from '../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../components/ui/dialogs/Modal.tsx';
import { useUpload } from '../../hooks/use-upload.ts';
import { call } from '../../lib/api/api.ts';
import { attempt } from '../../lib/api/attempt.ts';
import { projectChanged } from '../../lib/api/queries.ts';
import { preciseTime } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { isUnderWay } from '../../lib/upload/upload-state.ts';
import { sectionUpload } from '../../lib/upload/upload-targets.ts';

interface PosterDialogProps {
  projectId: string;
  film: Pick<Film, 'language' | 'duration'>;
  /** The chosen poster; `null` if there is no poster. */
  poster: string | null;
  /** The player's position, in seconds. */
  time: number;
  onChange: (poster: string | null) => void;
  onClose: () => void;
}

/** Chooses the poster of a film: one of its frames, or an image. */
export function PosterDialog({
  projectId,
  film,
  poster,
  time,
  onChange,
  onClose,
}: PosterDialogProps): ReactElement {
  const [saving, setSaving] = useState(false);
  const upload = useUpload(useMemo(() => ({ ...sectionUpload(projectId), types: ['image/*'] }), [projectId]));
  const { file } = upload.state;
  const busy = saving || isUnderWay(file);
  // The last frame is slightly before the end.
  const at = Math.max(0, Math.min(time, film.duration - 0.1));

  const save = async (body: PosterChoice): Promise<void> => {
    const set = async (): Promise<void> => {
      const changed = await call(calls.setPoster, {
        params: { id: projectId },
        query: { language: film.language },
        body,
      });
      onChange(changed.poster);
      projectChanged(projectId);
      toast({ title: 'Poster Changed', description: 'My Videos and the watch page now show it.' });
      onClose();
    };
    setSaving(true);
    await attempt(set, { title: 'Poster Not Changed', fallback: 'Please try again.' });
    setSaving(false);
  };
  const send = async (): Promise<void> => {
    if (busy) return;
    const sent = await upload.send();
    if (typeof sent === 'object') await save({ image: sent.result });
  };
  return (
    <Modal
      title="Poster"
      lead="Thumbnail for My Videos, the watch page and link previews."
      open
      onClose={onClose}
      held={busy}
    >
      <div className="space-y-4 overflow-y-auto p-5">
        {poster ? (
          <img src={poster} alt="Current poster" className="max-h-48 rounded-md" />
        ) : (
          <p className="text-muted">No poster selected.</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button inactive={busy} onClick={() => void save({ at })}>
            Use the frame at {preciseTime(at)}
          </Button>
          {poster ? (
            <Button look="quiet" inactive={busy} onClick={() => void save({ at: null })}>
              Remove poster
            </Button>
          ) : null}
        </div>
        <UploadField
          label="Your own image"
          hint="No image selected."
          upload={upload}
          waitingText="uploads when you save"
          onRetry={() => void send()}
        />
        <DialogEnd onCancel={onClose} busy={busy}>
          <Button look="primary" inactive={busy || !file} onClick={() => void send()}>
            Use this image
          </Button>
        </DialogEnd>
      </div>
    </Modal>
  );
}
