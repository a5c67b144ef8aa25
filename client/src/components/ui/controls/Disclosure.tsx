import { useCallback, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { isInToast } from '../../../lib/toast.ts';
import { Button } from './Button.tsx';

interface DisclosureProps {
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
  /** Whether it is open, where its owner opens it too; with `onOpenChange`. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The panel's contents; a function receives what closes the panel and returns the focus to the button. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The panel of an editor's button: over the inspector on a wide screen, otherwise a sheet at the bottom. */
export const SHEET =
  'inset-x-0 max-h-[80dvh] max-lg:fixed max-lg:top-auto max-lg:bottom-0 max-lg:mx-auto max-lg:mt-0 max-lg:max-w-xl max-lg:rounded-b-none lg:left-auto lg:w-85 xl:w-82 lg:max-h-[calc(100dvh-11rem)]';

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
  const [own, setOwn] = useState(false);
  const { open = own, onOpenChange: setOpen = setOwn } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  const close = useCallback((): void => {
    setOpen(false);
    trigger.current?.focus();
  }, [setOpen]);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      // A panel inside this one closes first.
      const inner = root.current?.querySelector(':scope > section [aria-expanded=true]');
      if (event.key === 'Escape' && !inner && !isInToast(event.target)) close();
    };
    const leaveTo = (target: EventTarget | null): void => {
      if (!root.current?.contains(target as Node) && !isInToast(target)) setOpen(false);
    };
    const onPointer = ({ target }: PointerEvent): void => leaveTo(target);
    // A focus that moves elsewhere on the page, as after a dialog, does not close it.
    const onBlur = ({ relatedTarget }: FocusEvent): void =>
      relatedTarget ? leaveTo(relatedTarget) : undefined;
    const own = root.current;
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    own?.addEventListener('focusout', onBlur);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
      own?.removeEventListener('focusout', onBlur);
    };
  }, [open, close, setOpen]);

  const contents = typeof children === 'function' ? <Contents of={children} close={close} /> : children;
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
              <div className="min-h-0 overflow-y-auto overscroll-contain px-4 pt-1 pb-4">{contents}</div>
            </>
          ) : (
            contents
          )}
        </section>
      ) : null}
    </div>
  );
}

function Contents({ of, close }: { of: (close: () => void) => ReactNode; close: () => void }): ReactNode {
  return of(close);
}
