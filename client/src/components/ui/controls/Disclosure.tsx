import { useCallback, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { isInToast } from '../../../lib/toast.ts';
import { Button } from './Button.tsx';

interface DisclosureProps {
  /** The button's contents. */
  button: ReactNode;
  buttonLabel?: string;
  buttonClassName: string;
  /** The panel's name. */
  label: string;
  /** The panel's position beside its button. */
  side?: 'top' | 'bottom';
  className?: string;
  /** Width and edge of the panel. */
  panelClassName: string;
  /** Whether the panel's name and its close button stay above the contents, which scroll. */
  headed?: boolean;
  children: ReactNode;
}

/**
 * A button with the panel that it opens. Escape, a click outside and leaving it by Tab close the panel,
 * except a click in a toast.
 */
export function Disclosure(props: DisclosureProps): ReactElement {
  const {
    button,
    buttonLabel,
    buttonClassName,
    label,
    side = 'bottom',
    className,
    panelClassName,
    headed = false,
    children,
  } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  const close = useCallback((): void => {
    setOpen(false);
    trigger.current?.focus();
  }, []);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isInToast(event.target)) close();
    };
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node) && !isInToast(event.target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open, close]);

  return (
    <div ref={root} className={className ?? 'relative'}>
      <button
        ref={trigger}
        type="button"
        aria-label={buttonLabel}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={buttonClassName}
      >
        {button}
      </button>
      {open ? (
        <section
          id={id}
          aria-label={label}
          className={clsx(
            'bg-surface border-line shadow-float animate-rise absolute z-40 rounded-lg border',
            headed ? 'flex flex-col' : 'p-4',
            side === 'top' ? 'bottom-full mb-2' : 'top-full mt-2',
            panelClassName,
          )}
        >
          {headed ? (
            <>
              <div className="flex shrink-0 items-center justify-between gap-2 px-4 py-2">
                <h2 className="font-semibold">{label}</h2>
                <Button
                  look="quiet"
                  size="icon"
                  className="-mr-1.5"
                  aria-label={`Close ${label.toLowerCase()}`}
                  onClick={close}
                >
                  <X aria-hidden size={18} />
                </Button>
              </div>
              <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pt-1 pb-4">{children}</div>
            </>
          ) : (
            children
          )}
        </section>
      ) : null}
    </div>
  );
}
