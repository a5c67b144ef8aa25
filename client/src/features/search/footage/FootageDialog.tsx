import { useState, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AlertDialog } from 'radix-ui';
import * as calls from '#contract/calls/index.ts';
import { type FootageItem, MAX_FOOTAGE_BYTES } from '#contract/footage.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { Tips } from '../../../components/ui/controls/Tips.tsx';
import { AlertBox } from '../../../components/ui/dialogs/AlertBox.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { call, userMessage } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { keys, reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { formatBytes } from '../../../lib/format.ts';
import { removeManualVideo } from '../../../lib/selection/manual-videos.ts';
import { addToSelection, removeFromSelection, useSelection } from '../../../lib/selection/selection.ts';
import { toast } from '../../../lib/toast.ts';
import { ChooseFootage } from './ChooseFootage.tsx';
import { FootageEntry } from './FootageEntry.tsx';

/** Adds the creator's own videos, selects them for a compilation, and deletes them. */
export function FootageDialog({ onClose }: { onClose: () => void }): ReactElement {
  const maxBytes = useConfig()?.limits.footageBytes ?? MAX_FOOTAGE_BYTES;
  const { data, error } = useQuery({ ...reading(calls.listFootage, {}), refetchOnMount: 'always' });
  const { videos: selected } = useSelection();
  const [deleting, setDeleting] = useState<FootageItem | null>(null);
  const toggle = ({ video }: FootageItem): void => {
    if (selected.some(({ id }) => id === video.id)) removeFromSelection(video.id);
    else addToSelection([video]);
  };
  return (
    <Modal
      title="Your footage"
      lead={`Your own videos, up to ${formatBytes(maxBytes)} each. Private to you, kept until you delete them.`}
      open
      onClose={onClose}
      className="max-w-2xl"
    >
      <div className="min-h-24 flex-1 overflow-y-auto px-5 py-4">
        {data ? (
          data.items.length > 0 ? (
            <Tips>
              <ul aria-label="Your footage" className="divide-line divide-y">
                {data.items.map((item) => (
                  <FootageEntry
                    key={item.video.id}
                    item={item}
                    selected={selected.some(({ id }) => id === item.video.id)}
                    onToggle={toggle}
                    onDelete={setDeleting}
                  />
                ))}
              </ul>
            </Tips>
          ) : (
            <p className="text-muted py-6 text-center">
              No footage yet. Add videos, or drop them anywhere on the search page.
            </p>
          )
        ) : error ? (
          <p role="alert" className="text-danger">
            {userMessage(error, 'The server could not be reached.')}
          </p>
        ) : (
          <p className="text-muted flex items-center gap-2">
            <Spinner /> Loading...
          </p>
        )}
      </div>
      <div className="border-line flex flex-wrap items-center justify-between gap-3 border-t px-5 py-3">
        <p className="text-muted text-xs tabular-nums">
          {data
            ? `${formatBytes(data.usedBytes)} of ${formatBytes(data.mostBytes)} used by all your files`
            : null}
        </p>
        <ChooseFootage label="Add videos" look="primary" maxBytes={maxBytes} onChosen={onClose} />
      </div>
      {deleting ? <DeleteQuestion item={deleting} onClose={() => setDeleting(null)} /> : null}
    </Modal>
  );
}

function DeleteQuestion({ item, onClose }: { item: FootageItem; onClose: () => void }): ReactElement {
  const { video, projects, bytes } = item;
  const uses = projects === 1 ? 'A compilation' : `${projects} compilations`;
  const remove = (): void => {
    const work = async (): Promise<void> => {
      await call(calls.deleteFootage, { params: { id: video.id } });
      removeManualVideo(video.id);
      toast({ title: 'Footage Deleted', description: video.title });
      await queryClient.invalidateQueries({ queryKey: keys.footage });
      void queryClient.invalidateQueries({ queryKey: [calls.searchVideos.path] });
    };
    void attempt(work, { title: 'Not Deleted', fallback: 'The server could not be reached.' });
  };
  return (
    <AlertBox
      open
      onClose={onClose}
      title="Delete this footage?"
      description={
        projects > 0
          ? `“${video.title}” will be removed from your footage. ${uses} made with it can still be edited and generated. Its ${formatBytes(bytes)} will be freed once no compilation uses it.`
          : `“${video.title}” will be deleted permanently, which frees ${formatBytes(bytes)}.`
      }
      buttons={
        <>
          <AlertDialog.Cancel className={buttonClass({})}>Keep</AlertDialog.Cancel>
          <AlertDialog.Action className={buttonClass({ look: 'danger' })} onClick={remove}>
            Delete
          </AlertDialog.Action>
        </>
      }
    />
  );
}
