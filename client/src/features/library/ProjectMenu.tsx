import type { ReactElement } from 'react';
import { Copy, Ellipsis, Link2, Link2Off, Pencil, Settings2, Trash2, type LucideIcon } from 'lucide-react';
import { clsx } from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { ProjectSummary } from '#contract/projects.ts';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { useGo } from '../../hooks/page/use-place.ts';
import { languageName } from '../../lib/film/film-link.ts';
import type { Shareable } from '../../lib/film/new-link.ts';
import { copyShared, stopSharing } from '../../lib/film/share.ts';
import { duplicateProject } from './project-actions.ts';

interface ProjectMenuProps {
  project: ProjectSummary;
  id: string;
  /** The film that the card shows. */
  film: Shareable;
  onRename: () => void;
  onShareSettings: () => void;
  onDelete: () => void;
}

/** The less common actions of a project. */
export function ProjectMenu({
  project,
  id,
  film,
  onRename,
  onShareSettings,
  onDelete,
}: ProjectMenuProps): ReactElement {
  const go = useGo();
  const { title, sectionCount } = project;
  const watchUrl = project.films.find(({ language }) => language === film.language)?.watchUrl;
  const which = film.oneOfSeveral ? ` (${languageName(film.language)})` : '';
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        id={id}
        aria-label={`More actions for ${title}`}
        className={buttonClass({ look: 'quiet', size: 'icon', className: '-my-1 -mr-2' })}
      >
        <Ellipsis aria-hidden size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="bg-surface border-line shadow-float animate-rise z-40 w-48 rounded-lg border p-1"
      >
        <Item icon={Pencil} text="Rename" onSelect={onRename} />
        {sectionCount > 0 ? (
          <Item icon={Copy} text="Duplicate" onSelect={() => void duplicateProject(project, go)} />
        ) : null}
        {watchUrl ? (
          <>
            <Item icon={Link2} text={`Copy link${which}`} onSelect={() => void copyShared(watchUrl, film)} />
            <Item icon={Settings2} text={`Link settings${which}`} onSelect={onShareSettings} />
            <Item icon={Link2Off} text={`Stop sharing${which}`} onSelect={() => void stopSharing(film)} />
          </>
        ) : null}
        <DropdownMenu.Separator className="bg-line -mx-1 my-1 h-px" />
        <Item icon={Trash2} text="Delete" onSelect={onDelete} danger />
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface ItemProps {
  icon: LucideIcon;
  text: string;
  onSelect: () => void;
  danger?: boolean;
}

function Item({ icon: Icon, text, onSelect, danger }: ItemProps): ReactElement {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      className={clsx(
        'data-highlighted:bg-surface-2 flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2 text-sm focus-visible:-outline-offset-2',
        danger && 'text-danger',
      )}
    >
      <Icon aria-hidden size={16} className={danger ? undefined : 'text-muted'} /> {text}
    </DropdownMenu.Item>
  );
}
