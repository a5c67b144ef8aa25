import { useEffect, type ReactElement } from 'react';
import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { TOAST_MS, TOAST_SWIPE_PX } from '../../../config/constants.ts';
import { clsx } from 'clsx';
import { dismissToast, TOAST_MARK, toastsAreShown, useToasts } from '../../../lib/toast.ts';
import { buttonClass } from '../controls/button-class.ts';
import { ErrorId } from './ErrorId.tsx';

/** The toast, of which there is one at a time (product.md 9.24 to 9.29). */
export function ToastView(): ReactElement {
  const current = useToasts((state) => state.current);
  // The start is not when the code is loaded, since React may delay the toast for another moment.
  useEffect(toastsAreShown, []);
  return (
    <Toast.Provider
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_PX}
      label="Notification"
    >
      {current ? (
        <Toast.Root
          key={current.id}
          open={current.open}
          duration={current.duration ?? TOAST_MS}
          type={current.variant === 'destructive' ? 'foreground' : 'background'}
          onOpenChange={(open) => (open ? undefined : dismissToast(current.id))}
          className={clsx(
            'bg-surface shadow-float animate-rise pointer-events-auto flex items-start gap-3 rounded-lg border p-4 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            current.variant === 'destructive' ? 'border-danger' : 'border-line',
          )}
        >
          <div className="min-w-0 flex-1">
            <Toast.Title
              className={clsx(
                'font-semibold break-words',
                current.variant === 'destructive' && 'text-danger',
              )}
            >
              {current.title}
            </Toast.Title>
            {current.description ? (
              <Toast.Description className="text-muted mt-0.5 break-words">
                {current.description}
              </Toast.Description>
            ) : null}
            <ErrorId error={current.error} className="mt-1" />
          </div>
          {current.action ? (
            <Toast.Action
              altText={current.action.label}
              onClick={current.action.onClick}
              className={buttonClass({ look: 'secondary', size: 'sm' })}
            >
              {current.action.label}
            </Toast.Action>
          ) : null}
          <Toast.Close
            aria-label="Close"
            className={buttonClass({ look: 'quiet', size: 'icon', className: '-m-1' })}
          >
            <X aria-hidden size={16} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      {/* On a small screen a dialog's buttons are where toasts would appear, so toasts appear at the top. */}
      <Toast.Viewport
        {...TOAST_MARK}
        hotkey={['F8']}
        className="pointer-events-none fixed right-0 bottom-(--bottom-bar,0px) z-60 flex w-full max-w-sm flex-col p-4 outline-none sm:pr-6 max-md:in-[body:has([role=dialog],[role=alertdialog])]:inset-[0_0_auto_auto]"
      />
    </Toast.Provider>
  );
}
