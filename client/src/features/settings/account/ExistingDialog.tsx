import type { ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import type { ExistingConflict } from '#contract/export.ts';
import { buttonClass } from '../../../components/ui/controls/button-class.ts';
import { AlertBox } from '../../../components/ui/dialogs/AlertBox.tsx';
import { plural } from '../../../lib/format.ts';

export interface ImportQuestion {
  existing: ExistingConflict;
  /** Receives the choice; `null` cancels the import. */
  answer: (choice: 'add' | 'skip' | null) => void;
}

/** Asks before an import adds projects that the account already has. */
export function ExistingDialog({ existing: { count, titles }, answer }: ImportQuestion): ReactElement {
  const names = titles.map((title) => `“${title}”`).join(', ');
  const more = count > titles.length ? ` and ${count - titles.length} more` : '';
  return (
    <AlertBox
      open
      onClose={() => answer(null)}
      title="Already in your account"
      description={`${count} ${plural(count, 'project')} of this file: ${names}${more}. Adding ${
        count === 1 ? 'it makes a copy' : 'them makes copies'
      }.`}
      buttons={
        <>
          <AlertDialog.Cancel className={buttonClass({})}>Cancel</AlertDialog.Cancel>
          <AlertDialog.Action className={buttonClass({})} onClick={() => answer('add')}>
            {count === 1 ? 'Add a copy' : 'Add copies'}
          </AlertDialog.Action>
          <AlertDialog.Action className={buttonClass({ look: 'primary' })} onClick={() => answer('skip')}>
            {count === 1 ? 'Skip it' : 'Skip them'}
          </AlertDialog.Action>
        </>
      }
    />
  );
}
