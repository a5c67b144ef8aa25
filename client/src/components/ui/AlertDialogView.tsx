import type { ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import { Link } from 'react-router-dom';
import { useReturnFocus } from '../../hooks/use-return-focus.ts';
import { closeAlert, useAlert } from '../../lib/alert.ts';
import { closesByEscape } from '../../lib/escape.ts';
import { buttonClass } from './button-class.ts';
import { ErrorId } from './ErrorId.tsx';

/** The current alert; Escape and OK close it. */
export function AlertDialogView(): ReactElement {
  const alert = useAlert((state) => state.alert);
  const action = alert?.action;
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={alert !== null} onOpenChange={(open) => (open ? undefined : closeAlert())}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="animate-fade fixed inset-0 z-40 bg-black/50" />
        <AlertDialog.Content
          {...returnFocus}
          onKeyDown={closesByEscape(closeAlert)}
          className="bg-surface shadow-float animate-rise fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-lg p-6"
        >
          <AlertDialog.Title className="text-lg font-semibold">{alert?.title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted mt-2 break-words">
            {alert?.description}
          </AlertDialog.Description>
          <ErrorId error={alert?.error} className="mt-2" />
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass({ look: action ? 'secondary' : 'primary' })}>
              OK
            </AlertDialog.Cancel>
            {action && 'href' in action ? (
              <AlertDialog.Action asChild>
                <Link to={action.href} className={buttonClass({ look: 'primary' })}>
                  {action.label}
                </Link>
              </AlertDialog.Action>
            ) : null}
            {action && 'onClick' in action ? (
              <AlertDialog.Action onClick={action.onClick} className={buttonClass({ look: 'primary' })}>
                {action.label}
              </AlertDialog.Action>
            ) : null}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
