import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { MAX_LINK } from '#contract/limits.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field } from '../../../components/ui/controls/Field.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { toast } from '../../../lib/toast.ts';
import { addLink } from './add-link.ts';
import { parseAddress } from './manual-card.ts';

const ASK = 'Please enter a valid video URL.';

/** Describes the links that this installation accepts. */
const LEADS = {
  accepted: 'Paste a link to a video on YouTube or another site, or a video file.',
  refused:
    'Paste a link to a video file, such as an .mp4. To add videos from YouTube and other sites, install yt-dlp on the server.',
};

interface AddLinkDialogProps {
  /** The field's initial value. */
  link: string;
  onClose: () => void;
}

/** 'Add Video Manually' (product.md 2.48): a video by its link. */
export function AddLinkDialog({ link, onClose }: AddLinkDialogProps): ReactElement {
  const links = useConfig()?.links;
  const pages = links?.pages === null ? 'refused' : 'accepted';
  const [text, setText] = useState(link);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const url = parseAddress(text.trim());
    if (url) {
      addLink(url);
      onClose();
      return;
    }
    setRefused(true);
    field.current?.focus();
    toast({
      title: text.trim() === '' ? 'URL Required' : 'Invalid URL',
      description: ASK,
      variant: 'destructive',
    });
  };
  return (
    <Modal title="Add Video Manually" lead={LEADS[pages]} open onClose={onClose} keepOutside={text !== ''}>
      <form noValidate onSubmit={submit} className="space-y-4 p-5">
        <Field label="Video URL" error={refused ? ASK : null}>
          {(input) => (
            <input
              {...input}
              ref={field}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={
                pages === 'refused' ? 'https://example.com/video.mp4' : 'https://www.youtube.com/watch?v=...'
              }
              value={text}
              maxLength={MAX_LINK}
              onChange={(event) => {
                setText(event.target.value);
                setRefused(false);
              }}
              className="field"
            />
          )}
        </Field>
        <DialogEnd onCancel={onClose}>
          <Button type="submit" look="primary">
            Add Video
          </Button>
        </DialogEnd>
      </form>
    </Modal>
  );
}
