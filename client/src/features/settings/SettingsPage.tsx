import { useState, type ReactElement, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { QUALITIES } from '#contract/primitives.ts';
import type { User, UserSettings } from '#contract/users.ts';
import { Page } from '../../components/layout/Page.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { buttonClass } from '../../components/ui/button-class.ts';
import { NativeSelect } from '../../components/ui/NativeSelect.tsx';
import { useUser } from '../../hooks/use-user.ts';
import { call, userMessage } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { Toggle } from './Toggle.tsx';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

export function SettingsPage(): ReactElement | null {
  const user = useUser();
  return user ? <SettingsForm saved={user.settings} /> : null;
}

function SettingsForm({ saved }: { saved: UserSettings }): ReactElement {
  const [changes, setChanges] = useState<Partial<UserSettings>>({});
  const settings = { ...saved, ...changes };
  const set = (change: Partial<UserSettings>): void => setChanges((known) => ({ ...known, ...change }));
  const save = useMutation({
    mutationFn: () => call('PATCH', '/api/user/settings', { body: changes }),
    onSuccess: () => {
      queryClient.setQueryData<User>(keys.user, (known) => known && { ...known, settings });
      setChanges({});
      toast({ title: 'Settings Updated', description: 'Your settings are saved.' });
    },
    onError: (error) =>
      toast({
        title: 'Update Failed',
        description: userMessage(error, 'Your settings could not be saved. Please try again.'),
        variant: 'destructive',
      }),
  });
  const unchanged = Object.keys(changes).length === 0;
  return (
    <Page title="Settings">
      <Group title="Notifications">
        <Toggle
          label="Email notifications"
          hint="One mail when a compilation is ready or has failed and you are not here."
          on={settings.emailNotifications}
          onChange={(emailNotifications) => set({ emailNotifications })}
        />
        <Toggle
          label="Project updates"
          hint="Messages in this page when a project is ready."
          on={settings.projectNotifications}
          onChange={(projectNotifications) => set({ projectNotifications })}
        />
      </Group>
      <Group title="Video Preferences">
        <NativeSelect
          showLabel
          label="Default quality"
          className="max-w-60"
          value={settings.defaultVideoQuality}
          options={QUALITIES.map((value) => ({ value, label: value }))}
          onChange={(value) => set({ defaultVideoQuality: value as UserSettings['defaultVideoQuality'] })}
        />
        <Toggle
          label="Auto-save"
          hint="Text and trims are saved a second after the last change."
          on={settings.autoSave}
          onChange={(autoSave) => set({ autoSave })}
        />
      </Group>
      <Group title="Appearance">
        <NativeSelect
          showLabel
          label="Theme"
          className="max-w-60"
          value={settings.theme}
          options={THEMES}
          onChange={(value) => set({ theme: value as UserSettings['theme'] })}
        />
      </Group>
      <div className="flex flex-wrap gap-2">
        <Link to="/profile" className={buttonClass({ look: 'quiet', className: 'mr-auto' })}>
          View Profile
        </Link>
        <Button inactive={unchanged} onClick={() => setChanges({})}>
          Cancel
        </Button>
        <Button look="primary" inactive={unchanged || save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </Page>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <section aria-label={title} className="panel space-y-4 p-5">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
