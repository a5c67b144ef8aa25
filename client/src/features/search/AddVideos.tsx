import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Link as LinkIcon, SquarePlay, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../components/ui/button-class.ts';
import { Button } from '../../components/ui/Button.tsx';
import { useUser } from '../../hooks/use-user.ts';

const AddLinkDialog = lazy(async () => ({ default: (await import('./AddLinkDialog.tsx')).AddLinkDialog }));
const ChannelUploadDialog = lazy(async () => ({
  default: (await import('./ChannelUploadDialog.tsx')).ChannelUploadDialog,
}));

/** The ways to a video beside the search. */
export function AddVideos(): ReactElement {
  const channel = useUser()?.youtubeChannelName ?? null;
  const [open, setOpen] = useState<'link' | 'upload' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setOpen('link')}>
        <LinkIcon aria-hidden size={16} /> Add YouTube video link
      </Button>
      {channel ? (
        <Button size="sm" onClick={() => setOpen('upload')}>
          <Upload aria-hidden size={16} /> Upload to YouTube
        </Button>
      ) : (
        <Link to="/settings" className={buttonClass({ size: 'sm' })}>
          <SquarePlay aria-hidden size={16} /> Connect YouTube
        </Link>
      )}
      <Suspense fallback={null}>
        {open === 'link' ? <AddLinkDialog onClose={close} /> : null}
        {open === 'upload' ? <ChannelUploadDialog onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
