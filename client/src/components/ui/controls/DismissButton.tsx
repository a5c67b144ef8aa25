import type { ReactElement } from 'react';
import { X } from 'lucide-react';
import { Button } from './Button.tsx';

export function DismissButton({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <Button look="quiet" size="icon" aria-label="Dismiss" title="Dismiss" onClick={onClick}>
      <X aria-hidden size={16} />
    </Button>
  );
}
