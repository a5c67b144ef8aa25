import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Disabled for now; unlike `disabled` it keeps the focus. */
  inactive?: boolean | undefined;
}

export function Button({
  look,
  size,
  inactive,
  className,
  onClick,
  type,
  ...rest
}: ButtonProps): ReactElement {
  const guarded = (event: MouseEvent<HTMLButtonElement>): void => {
    if (inactive) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type={type ?? 'button'}
      aria-disabled={inactive || undefined}
      className={buttonClass({ look, size, className })}
      onClick={guarded}
      {...rest}
    />
  );
}
