import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Film, Link as LinkIcon, SquarePlay, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useUser } from '../../../hooks/use-user.ts';

import { forgetRefusedLink, useRefusedLink } from './refused-link.ts';
import { loadPart } from '../../../lib/missing-chunk.ts';

const AddLinkDialog = lazy(async () => ({
  default: (await loadPart(() => import('./AddLinkDialog.tsx'))).AddLinkDialog,
}));
const FootageDialog = lazy(async () => ({
  default: (await loadPart(() => import('../footage/FootageDialog.tsx'))).FootageDialog,
}));
const FootageUploads = lazy(async () => ({
  default: (await loadPart(() => import('../footage/FootageUploads.tsx'))).FootageUploads,
}));
const ChannelUploadDialog = lazy(async () => ({
  default: (await loadPart(() => import('../channel/ChannelUploadDialog.tsx'))).ChannelUploadDialog,
}));

/** Other ways to add a video: a row of buttons, and below it the state of the added videos. */
export function AddVideos(): ReactElement {
  const channel = useUser()?.youtubeChannelName ?? null;
  const channels = useConfig()?.channel.available !== false;
  const [open, setOpen] = useState<'link' | 'upload' | 'footage' | null>(null);
  const refused = useRefusedLink((state) => state.refused);
  const close = (): void => setOpen(null);
  return (
    <>
      <div className="-mx-3 flex flex-wrap items-center gap-y-1 sm:ml-auto">
        <Button look="quiet" size="sm" onClick={() => setOpen('link')}>
          <LinkIcon aria-hidden size={16} /> Add YouTube video link
        </Button>
        {channel ? (
          <Button look="quiet" size="sm" onClick={() => setOpen('upload')}>
            <Upload aria-hidden size={16} /> Upload to YouTube
          </Button>
        ) : channels ? (
          <Link to="/settings" className={buttonClass({ look: 'quiet', size: 'sm' })}>
            <SquarePlay aria-hidden size={16} /> Connect YouTube
          </Link>
        ) : null}
        <Button look="quiet" size="sm" onClick={() => setOpen('footage')}>
          <Film aria-hidden size={16} /> Your footage
        </Button>
      </div>
      {refused ? (
        <div className="basis-full">
          <Notice
            tone="danger"
            onDismiss={forgetRefusedLink}
            action={
              <Button size="sm" onClick={() => setOpen('link')}>
                Edit Link
              </Button>
            }
          >
            <span className="break-all">{refused.url}</span> was not added. {refused.reason}
          </Notice>
        </div>
      ) : null}
      <Suspense fallback={null}>
        <FootageUploads />
      </Suspense>
      <Suspense fallback={null}>
        {open === 'link' ? <AddLinkDialog link={refused?.url ?? ''} onClose={close} /> : null}
        {open === 'footage' ? <FootageDialog onClose={close} /> : null}
        {open === 'upload' ? <ChannelUploadDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
