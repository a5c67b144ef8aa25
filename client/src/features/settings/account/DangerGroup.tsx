import { useState, type ReactElement } from 'react';
import type { User } from '#contract/users.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { Group, GroupRow } from '../parts/Group.tsx';

export function DangerGroup({ user }: { user: User }): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <Group title="Danger Zone" danger>
      <GroupRow
        title="Delete this account"
        hint="Permanently deletes all your data: projects, films, uploads, settings and credits."
      >
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete Account
        </Button>
      </GroupRow>
      {asking ? <DeleteAccountDialog user={user} onClose={() => setAsking(false)} /> : null}
    </Group>
  );
}
