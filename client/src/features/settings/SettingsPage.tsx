import { lazy, Suspense, useEffect, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import * as calls from '#contract/calls/index.ts';
import { QUALITIES } from '#contract/primitives.ts';
import type { User, UserSettings } from '#contract/users.ts';
import { Page } from '../../components/layout/Page.tsx';
import { LeaveGuard } from '../../components/ui/dialogs/LeaveGuard.tsx';
import { Button } from '../../components/ui/controls/Button.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { NativeSelect } from '../../components/ui/controls/NativeSelect.tsx';
import { useBottomBar } from '../../hooks/page/use-bottom-bar.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useUser } from '../../hooks/use-user.ts';
import { call } from '../../lib/api/api.ts';
import { reportFailure } from '../../lib/api/attempt.ts';
import { keys } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { applyTheme } from '../../lib/theme.ts';
import { toast } from '../../lib/toast.ts';
import { ChannelGroup } from './ChannelGroup.tsx';
import { DangerGroup } from './account/DangerGroup.tsx';
import { failure } from './parts/failure.ts';
import { Group } from './parts/Group.tsx';
import { NotificationsGroup } from './NotificationsGroup.tsx';
import { SignInGroup } from './account/SignInGroup.tsx';
import { PrivacyGroup } from './account/PrivacyGroup.tsx';
import { change, differing, discardDraft, useDraft } from './parts/settings-draft.ts';
import { Toggle } from './parts/Toggle.tsx';
import { loadPart } from '../../lib/missing-chunk.ts';

const ApiKeysGroup = lazy(async () => ({
  default: (await loadPart(() => import('./keys/ApiKeysGroup.tsx'))).ApiKeysGroup,
}));
const WebhooksGroup = lazy(async () => ({
  default: (await loadPart(() => import('./webhooks/WebhooksGroup.tsx'))).WebhooksGroup,
}));
const ModelsGroup = lazy(async () => ({
  default: (await loadPart(() => import('./models/ModelsGroup.tsx'))).ModelsGroup,
}));

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

export function SettingsPage(): ReactElement | null {
  const user = useUser();
  return user ? <SettingsForm user={user} /> : null;
}

function SettingsForm({ user }: { user: User }): ReactElement {
  const saved = user.settings;
  const changes = differing(
    saved,
    useDraft((state) => state.changes),
  );
  const settings = { ...saved, ...changes };
  const set = (part: Partial<UserSettings>): void => change(saved, part);
  const save = useMutation({
    mutationFn: () => call(calls.updateSettings, { body: changes }),
    onSuccess: (now) => {
      queryClient.setQueryData(keys.user, (current) => current && { ...current, settings: now });
      discardDraft();
      toast({ title: 'Settings Updated', description: 'Your settings are saved.' });
    },
    onError: (error) =>
      reportFailure(error, failure('Update Failed', 'Your settings could not be saved. Please try again.')),
  });
  const saveNow = (): Promise<boolean> =>
    save.mutateAsync().then(
      () => true,
      () => false,
    );
  // Applied immediately, but stored only by Save Changes.
  useEffect(() => {
    applyTheme(settings.theme);
    return () => applyTheme(saved.theme);
  }, [settings.theme, saved.theme]);

  const channels = useConfig()?.channel.available !== false || user.youtubeChannelName !== null;
  const unchanged = Object.keys(changes).length === 0;
  const bar = useBottomBar<HTMLElement>(false, !unchanged);
  return (
    <Page title="Settings">
      <NotificationsGroup settings={settings} set={set} />
      <Group title="Video Preferences">
        <NativeSelect
          showLabel
          label="Default quality"
          className="max-w-60"
          value={settings.defaultVideoQuality}
          options={QUALITIES.map((value) => ({ value, label: value }))}
          onChange={(defaultVideoQuality) => set({ defaultVideoQuality })}
        />
        <Toggle
          label="Auto-save"
          hint="Text and trims are saved a second after the last change."
          on={settings.autoSave}
          onChange={(autoSave) => set({ autoSave })}
        />
      </Group>
      {channels ? (
        <ChannelGroup channel={user.youtubeChannelName} allowsCaptions={user.youtubeAllowsCaptions} />
      ) : null}
      <Group title="Appearance">
        <NativeSelect
          showLabel
          label="Theme"
          className="max-w-60"
          value={settings.theme}
          options={THEMES}
          onChange={(theme) => set({ theme })}
        />
      </Group>
      <Suspense>
        <ModelsGroup />
      </Suspense>
      <SignInGroup />
      <Suspense>
        <ApiKeysGroup />
        <WebhooksGroup />
      </Suspense>
      <PrivacyGroup user={user} />
      <DangerGroup user={user} />
      <footer
        ref={bar}
        className={clsx(
          'flex flex-wrap justify-end gap-2',
          // The changed setting may be far above the end of the page.
          !unchanged && 'bg-bg border-line sticky bottom-0 z-10 -mx-4 border-t px-4 py-3',
        )}
      >
        <Link to="/profile" className={buttonClass({ look: 'quiet', className: '-ml-4 mr-auto' })}>
          View Profile
        </Link>
        <Button inactive={unchanged || save.isPending} onClick={discardDraft}>
          Cancel
        </Button>
        <Button look="primary" inactive={unchanged || save.isPending} onClick={() => save.mutate()}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </footer>
      {unchanged ? null : (
        <LeaveGuard lead="Your settings have unsaved changes." onSave={saveNow} onDiscard={discardDraft} />
      )}
    </Page>
  );
}
