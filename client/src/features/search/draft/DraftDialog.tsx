import { useState, type ReactElement } from 'react';
import { DRAFT_MINUTES, type DraftMinutes } from '#contract/material.ts';
import type { Video } from '#contract/videos.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useGo } from '../../../hooks/page/use-place.ts';
import { minutesSeconds } from '../../../lib/format.ts';
import { linksOf } from '../../../lib/selection/manual-videos.ts';
import { startProcessing } from '../../../lib/selection/start-processing.ts';
import { chooseVideos } from './choose-videos.ts';

interface DraftDialogProps {
  /** The hits of the search so far. */
  hits: Video[];
  words: string;
  onClose: () => void;
}

/** 'Make a film': a draft from the hits of a search, for one credit. */
export function DraftDialog({ hits, words, onClose }: DraftDialogProps): ReactElement {
  const go = useGo();
  const limits = useConfig()?.limits ?? { maxVideos: 20, maxTotalSeconds: 14_400 };
  const [minutes, setMinutes] = useState<DraftMinutes>(2);
  const videos = chooseVideos(hits, words, minutes, limits);
  const start = (): void => {
    const links = linksOf(videos);
    onClose();
    startProcessing(
      {
        videoIds: videos.map(({ id }) => id),
        projectTitle: words,
        ...(links.length > 0 ? { links } : {}),
        draft: { words, minutes },
      },
      go,
    );
  };
  return (
    <Modal
      title="Make a film"
      lead={`A draft about “${words}”: its best sections are chosen, put in order and trimmed to the length. You can edit all of it.`}
      open
      onClose={onClose}
    >
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
        <fieldset>
          <legend className="text-sm font-medium">Length</legend>
          <div className="mt-1.5 flex flex-wrap gap-4">
            {DRAFT_MINUTES.map((choice) => (
              <label key={choice} className="flex h-8 cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="draft-minutes"
                  checked={minutes === choice}
                  onChange={() => setMinutes(choice)}
                  className="accent-accent size-5"
                />
                {choice} {choice === 1 ? 'minute' : 'minutes'}
              </label>
            ))}
          </div>
        </fieldset>
        {videos.length > 0 ? (
          <div>
            <p className="text-sm font-medium">
              From {videos.length === 1 ? 'this video' : `these ${videos.length} videos`}
            </p>
            <ul className="text-muted mt-1.5 space-y-1 text-sm">
              {videos.map(({ id, title, duration }) => (
                <li key={id} className="break-words">
                  {title}
                  {duration > 0 ? ` · ${minutesSeconds(duration)}` : null}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <p className="text-danger">These videos are too long for a draft: more than 30 minutes each.</p>
        )}
        <p className="text-muted text-xs">
          Costs 1 credit. If the processing fails or you cancel it, it costs nothing.
        </p>
      </div>
      <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" inactive={videos.length === 0} onClick={start}>
          Make a {minutes}-minute film · 1 credit
        </Button>
      </div>
    </Modal>
  );
}
