import type { ReactElement } from 'react';
import { AlertDialog } from 'radix-ui';
import { Link } from 'react-router-dom';
import { closeAlert, useAlert } from '../../../lib/alert.ts';
import { buttonClass } from '../controls/button-class.ts';
import { ErrorId } from '../messages/ErrorId.tsx';
import { AlertBox } from './AlertBox.tsx';

/** The current alert; Escape and OK close it. */
export function AlertDialogView(): ReactElement {
  const alert = useAlert((state) => state.alert);
  const action = alert?.action;
  return (
    <AlertBox
      open={alert !== null}
      onClose={closeAlert}
      title={alert?.title}
      description={
        alert?.reason ? (
          <>
            <span className="block">{alert.description}</span>
            <span className="mt-2 block">{alert.reason}</span>
          </>
        ) : (
          alert?.description
        )
      }
      buttons={
        <>
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
        </>
      }
    >
      <ErrorId error={alert?.error} className="mt-2" />
    </AlertBox>
  );
}
