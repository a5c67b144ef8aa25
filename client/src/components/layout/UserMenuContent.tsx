import type { ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Check, LogOut, Settings, UserRound } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Link } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import type { User } from '#contract/users.ts';
import { displayName, initials } from '../../hooks/use-user.ts';
import { call } from '../../lib/api/api.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { applyTheme, type Theme } from '../../lib/theme.ts';
import { Avatar } from '../ui/display/Avatar.tsx';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2 text-sm focus-visible:-outline-offset-2 data-highlighted:bg-surface-2';
const THEMES: { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** The open menu. Its code is requested at the first press, and it opens when loaded. */
export function UserMenuContent({ user }: { user: User }): ReactElement {
  const saveTheme = useMutation({
    mutationFn: (theme: Theme) => call(calls.updateSettings, { body: { theme } }),
    onMutate: (theme) => {
      applyTheme(theme);
      queryClient.setQueryData(
        keys.user,
        (current) => current && { ...current, settings: { ...current.settings, theme } },
      );
    },
  });
  const name = displayName(user);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className="ring-line-strong relative rounded-full hover:ring-2">
        <Avatar text={initials(user)} />
        <span className="sr-only">Account: {name}</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        className="bg-surface border-line shadow-float animate-rise z-40 w-64 rounded-lg border p-1"
      >
        <DropdownMenu.Label className="px-2 py-2">
          <span className="block truncate font-semibold">{name}</span>
          <span className="text-muted block truncate text-xs">{user.email}</span>
        </DropdownMenu.Label>
        <DropdownMenu.Separator className="bg-line -mx-1 my-1 h-px" />
        <DropdownMenu.Item asChild className={ITEM}>
          <Link to="/profile">
            <UserRound aria-hidden size={16} className="text-muted" /> Profile
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Item asChild className={ITEM}>
          <Link to="/settings">
            <Settings aria-hidden size={16} className="text-muted" /> Settings
          </Link>
        </DropdownMenu.Item>
        <DropdownMenu.Separator className="bg-line -mx-1 my-1 h-px" />
        <DropdownMenu.Label className="text-muted px-2 pt-1 text-xs">Theme</DropdownMenu.Label>
        <DropdownMenu.RadioGroup
          aria-label="Theme"
          value={user.settings.theme}
          onValueChange={(value) => saveTheme.mutate(value as Theme)}
        >
          {THEMES.map((theme) => (
            <DropdownMenu.RadioItem
              key={theme.value}
              value={theme.value}
              className={ITEM}
              onSelect={(event) => event.preventDefault()}
            >
              <span className="size-4">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden size={16} className="text-accent" />
                </DropdownMenu.ItemIndicator>
              </span>
              {theme.label}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator className="bg-line -mx-1 my-1 h-px" />
        <DropdownMenu.Item asChild className={ITEM}>
          <a href="/api/logout">
            <LogOut aria-hidden size={16} className="text-muted" /> Log out
          </a>
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
