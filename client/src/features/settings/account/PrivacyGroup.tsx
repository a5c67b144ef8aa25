import { useRef, useState, type ReactElement } from 'react';
import { Download, LogOut, Upload } from 'lucide-react';
import type { User } from '#contract/users.ts';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { formatDate } from '../../../lib/format.ts';
import { type AskExisting, exportMyData, importData } from './account-data.ts';
import { ExistingDialog, type ImportQuestion } from './ExistingDialog.tsx';
import { Group, GroupRow } from '../parts/Group.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';

export function PrivacyGroup({ user }: { user: User }): ReactElement {
  const [busy, setBusy] = useState<'export' | 'import' | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [question, setQuestion] = useState<ImportQuestion | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const run = async (what: 'export' | 'import', work: () => Promise<void>): Promise<void> => {
    setBusy(what);
    await work();
    setBusy(null);
  };
  const ask: AskExisting = (existing) =>
    new Promise((resolve) => {
      setQuestion({
        existing,
        answer: (choice) => {
          setQuestion(null);
          resolve(choice);
        },
      });
    });
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) void run('import', () => importData(file, ask));
    // The same file may be chosen again.
    if (input.current) input.current.value = '';
  };
  return (
    <Group title="Privacy & Security">
      <GroupRow title="Account status" hint={`Member since ${formatDate(user.createdAt)}`}>
        <Badge tone="ok">Active</Badge>
      </GroupRow>
      <GroupRow
        title="Your data"
        hint="A JSON file with your profile, settings, credits and projects. Importing adds its projects; media is fetched again from its source."
      >
        <div className="flex flex-wrap gap-2">
          <Button inactive={busy !== null} onClick={() => void run('export', exportMyData)}>
            <Download aria-hidden size={16} /> {busy === 'export' ? 'Exporting...' : 'Export My Data'}
          </Button>
          <Button inactive={busy !== null} onClick={() => input.current?.click()}>
            <Upload aria-hidden size={16} /> {busy === 'import' ? 'Importing...' : 'Import Data'}
          </Button>
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            aria-label="Exported file"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => take(event.target.files)}
          />
        </div>
      </GroupRow>
      <GroupRow
        title="Signed-in devices"
        hint="Sign out of all devices, e.g. if you lost one, and revoke all API keys."
      >
        <Button onClick={() => setLeaving(true)}>
          <LogOut aria-hidden size={16} /> Sign Out Everywhere
        </Button>
      </GroupRow>
      {question ? <ExistingDialog {...question} /> : null}
      {leaving ? <SignOutDialog onClose={() => setLeaving(false)} /> : null}
    </Group>
  );
}
