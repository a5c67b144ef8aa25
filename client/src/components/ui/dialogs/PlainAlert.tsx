import { useEffect, useId, useRef, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { closeAlert, useAlert } from '../../../lib/alert.ts';
import { Button } from '../controls/Button.tsx';
import { buttonClass } from '../controls/button-class.ts';

/** Shows the alert in the browser's own dialog if the alert's code could not be loaded. */
export function PlainAlert(): ReactElement | null {
  const alert = useAlert((state) => state.alert);
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (alert && !box.current?.open) box.current?.showModal();
  }, [alert]);
  if (!alert) return null;
  const { title, description, reason, action } = alert;
  return (
    <dialog
      ref={box}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={closeAlert}
      className="bg-surface text-inherit shadow-float m-auto max-w-md rounded-lg p-6 backdrop:bg-black/50"
    >
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      <div id={`${id}-text`} className="text-muted mt-2 space-y-2 break-words">
        <p>{description}</p>
        {reason ? <p>{reason}</p> : null}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button look={action ? 'secondary' : 'primary'} onClick={closeAlert}>
          OK
        </Button>
        {action && 'href' in action ? (
          <Link to={action.href} onClick={closeAlert} className={buttonClass({ look: 'primary' })}>
            {action.label}
          </Link>
        ) : null}
        {action && 'onClick' in action ? (
          <Button
            look="primary"
            onClick={() => {
              closeAlert();
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        ) : null}
      </div>
    </dialog>
  );
}
