import { useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { clsx } from 'clsx';

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
  children: ReactNode;
}

/** A button and the panel that it opens. Escape, a click outside and leaving it by Tab close it. */
export function Disclosure(props: DisclosureProps): ReactElement {
  const {
    button,
    buttonLabel,
    buttonClassName,
    label,
    side = 'bottom',
    className,
    panelClassName,
    children,
  } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

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
            'bg-surface border-line shadow-float animate-rise absolute z-40 rounded-lg border p-4',
            side === 'top' ? 'bottom-full mb-2' : 'top-full mt-2',
            panelClassName,
          )}
        >
          {children}
        </section>
      ) : null}
    </div>
  );
}
