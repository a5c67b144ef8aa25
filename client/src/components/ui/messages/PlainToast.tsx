import { useEffect, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { TOAST_MS } from '../../../config/constants.ts';
import { dismissToast, TOAST_MARK, toastsAreShown, useToasts } from '../../../lib/toast.ts';
import { Button } from '../controls/Button.tsx';

/** Shows the toast if its own code could not be loaded. */
export function PlainToast(): ReactElement | null {
  const toast = useToasts((state) => state.current);
  const id = toast?.id;
  const ms = toast?.duration ?? TOAST_MS;
  useEffect(toastsAreShown, []);
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => dismissToast(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms]);
  if (!toast?.open) return null;
  const { title, description, action, variant } = toast;
  const close = (): void => dismissToast(toast.id);
  return (
    <section
      {...TOAST_MARK}
      aria-label="Notification"
      className="fixed right-0 bottom-(--bottom-bar,0px) z-60 w-full max-w-sm p-4"
    >
      <div
        role="alert"
        className={clsx(
          'bg-surface shadow-float flex items-start gap-3 rounded-lg border p-4',
          variant === 'destructive' ? 'border-danger' : 'border-line',
        )}
      >
        <div className="min-w-0 flex-1">
          <p className={clsx('font-semibold break-words', variant === 'destructive' && 'text-danger')}>
            {title}
          </p>
          {description ? <p className="text-muted mt-0.5 break-words">{description}</p> : null}
        </div>
        {action ? (
          <Button
            size="sm"
            onClick={() => {
              close();
              action.onClick();
            }}
          >
            {action.label}
          </Button>
        ) : null}
        <Button size="sm" look="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </section>
  );
}
