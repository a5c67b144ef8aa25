import type { ReactElement } from 'react';
import { ArrowDown, ArrowUp, ArrowUpDown, Copy, Ellipsis, Trash2, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { Section } from '#contract/sections.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { IconButton } from '../../../components/ui/controls/IconButton.tsx';

export interface RowActions {
  select: (id: string) => void;
  /** Selects another section and moves to its row. */
  goTo: (id: string) => void;
  /** `range` includes all rows from the one that was checked last. */
  check: (id: string, range: boolean) => void;
  move: (id: string, by: 1 | -1) => void;
  moveTo: (id: string) => void;
  duplicate: (id: string) => void;
  remove: (id: string) => void;
}

interface RowToolsProps {
  section: Section;
  index: number;
  count: number;
  selected: boolean;
  actions: RowActions;
}

interface Tool {
  label: string;
  Icon: LucideIcon;
  inactive?: boolean;
  use: () => void;
}

/**
 * The actions of a row. The selected row has buttons in a separate line. Other rows have a menu beside their
 * text, visible on hover, on focus, or on devices without hover.
 */
export function RowTools({ section, index, count, selected, actions }: RowToolsProps): ReactElement {
  const { id, title } = section;
  const tools: Tool[] = [
    { label: `Move ${title} up`, Icon: ArrowUp, inactive: index === 0, use: () => actions.move(id, -1) },
    {
      label: `Move ${title} down`,
      Icon: ArrowDown,
      inactive: index === count - 1,
      use: () => actions.move(id, 1),
    },
    { label: `Move ${title} to…`, Icon: ArrowUpDown, use: () => actions.moveTo(id) },
    { label: `Duplicate ${title}`, Icon: Copy, use: () => actions.duplicate(id) },
    { label: `Delete ${title}`, Icon: Trash2, use: () => actions.remove(id) },
  ];
  if (!selected) return <RowMenu title={title} tools={tools} />;
  return (
    <span className="relative z-1 flex justify-end">
      {tools.map(({ label, Icon, inactive, use }) => (
        <IconButton key={label} label={label} inactive={inactive ?? false} onClick={use} className="h-7!">
          <Icon aria-hidden size={16} />
        </IconButton>
      ))}
    </span>
  );
}

function RowMenu({ title, tools }: { title: string; tools: Tool[] }): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Actions for ${title}`}
        className={buttonClass({
          look: 'quiet',
          size: 'icon',
          className:
            'absolute! size-6! right-0 bottom-0 z-1 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 [@media(hover:hover)]:opacity-0',
        })}
      >
        <Ellipsis aria-hidden size={16} />
      </DropdownMenu.Trigger>
      {/* Outside its row, which neighbours would cover, but inside the page's main part. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="bg-surface border-line shadow-float animate-rise z-40 w-56 rounded-lg border p-1"
        >
          {tools.map(({ label, Icon, inactive, use }) => (
            <DropdownMenu.Item
              key={label}
              disabled={inactive ?? false}
              onSelect={use}
              className="data-highlighted:bg-surface-2 data-disabled:text-muted flex min-h-10 cursor-default items-center gap-2.5 rounded-md px-2 text-sm focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden size={16} className="shrink-0" />
              <span className="truncate">{label}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
