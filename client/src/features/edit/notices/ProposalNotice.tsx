import type { ReactElement } from 'react';
import type { ProposalSummary } from '#contract/proposals.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { plural } from '../../../lib/format.ts';
import { useEditor } from '../context/editor-context.ts';

interface ProposalNoticeProps {
  proposal: ProposalSummary;
  onDismiss: () => void;
}

/** Reports an edit that an agent proposes, with a button that shows it. */
export function ProposalNotice({ proposal, onDismiss }: ProposalNoticeProps): ReactElement {
  const editor = useEditor();
  const { id, title, changes } = proposal;
  return (
    <Notice
      onDismiss={onDismiss}
      action={
        <Button size="sm" aria-label={`Review “${title}”`} onClick={() => editor.show(`proposal ${id}`)}>
          Review
        </Button>
      }
    >
      Proposed edit: “{title}”, {changes} {plural(changes, 'change')}.
    </Notice>
  );
}
