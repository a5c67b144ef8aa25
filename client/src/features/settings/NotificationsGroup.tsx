import { useState, type ReactElement } from 'react';
import type { UserSettings } from '#contract/users.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { askForNotifications, notificationState } from '../../lib/runs/notify.ts';
import { Group } from './parts/Group.tsx';
import { Toggle } from './parts/Toggle.tsx';

interface NotificationsGroupProps {
  settings: UserSettings;
  set: (part: Partial<UserSettings>) => void;
}

export function NotificationsGroup({ settings, set }: NotificationsGroupProps): ReactElement {
  const [permission, setPermission] = useState(notificationState);
  const outbox = useConfig()?.standIns.some((line) => line.includes('/api/outbox'));
  const ask = (): void => void askForNotifications().then(setPermission);
  const setProject = (projectNotifications: boolean): void => {
    set({ projectNotifications });
    // Browsers only ask after a press.
    if (projectNotifications && permission === 'default') ask();
  };
  return (
    <Group title="Notifications">
      <Toggle
        label="Email notifications"
        hint="Get an email when a compilation is ready or fails while you have no Cutroom page open."
        on={settings.emailNotifications}
        onChange={(emailNotifications) => set({ emailNotifications })}
      />
      {outbox ? (
        <p className="text-muted -mt-2 text-xs">
          No mail server is set up, so emails are kept in the{' '}
          <a
            href="/api/outbox"
            target="_blank"
            rel="noreferrer"
            className="text-accent hover:text-fg underline"
          >
            outbox
          </a>
          .
        </p>
      ) : null}
      <Toggle
        label="Project updates"
        hint="Get notified on this page, and in your browser while the tab is hidden, when a project is ready."
        on={settings.projectNotifications}
        onChange={setProject}
      />
      {settings.projectNotifications && permission === 'default' ? (
        <Button size="sm" onClick={ask}>
          Allow Browser Notifications
        </Button>
      ) : null}
      {settings.projectNotifications && permission === 'denied' ? (
        <p className="text-muted -mt-2 text-xs">
          Notifications are blocked for this site. You can allow them in your browser’s settings.
        </p>
      ) : null}
    </Group>
  );
}
