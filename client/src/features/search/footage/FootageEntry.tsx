import type { ReactElement } from 'react';
import { Trash2 } from 'lucide-react';
import type { FootageItem } from '#contract/footage.ts';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';
import { Thumb } from '../../../components/ui/display/Thumb.tsx';
import { formatBytes, minutesSeconds } from '../../../lib/format.ts';

interface FootageEntryProps {
  item: FootageItem;
  selected: boolean;
  onToggle: (item: FootageItem) => void;
  onDelete: (item: FootageItem) => void;
}

/** One video of the creator's footage. */
export function FootageEntry({ item, selected, onToggle, onDelete }: FootageEntryProps): ReactElement {
  const { video, bytes, projects } = item;
  const facts = [
    ...(video.duration > 0 ? [minutesSeconds(video.duration)] : []),
    formatBytes(bytes),
    ...(projects > 0 ? [`in ${projects} ${projects === 1 ? 'compilation' : 'compilations'}`] : []),
  ];
  return (
    <li className="flex items-center gap-3 py-2">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={selected}
          onChange={() => onToggle(item)}
          className="accent-accent size-5 shrink-0"
        />
        <Thumb src={video.thumbnail} className="w-24 shrink-0 rounded-sm" />
        <span className="min-w-0">
          <span className="line-clamp-2 font-medium break-words">{video.title}</span>
          <span className="text-muted block text-xs tabular-nums">{facts.join(' · ')}</span>
        </span>
      </label>
      <IconButton label={`Delete ${video.title}`} onClick={() => onDelete(item)}>
        <Trash2 aria-hidden size={16} />
      </IconButton>
    </li>
  );
}
