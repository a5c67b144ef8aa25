import type { ReactElement, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Tip } from './Tip.tsx';

interface IconButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
  inactive?: boolean;
  pressed?: boolean;
  size?: 'icon' | 'iconMd';
  className?: string;
}

/** An icon button. Its name is announced by screen readers and shown as a tip. */
export function IconButton({
  label,
  pressed,
  size = 'icon',
  children,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tip text={label}>
      <Button look="quiet" size={size} aria-label={label} aria-pressed={pressed} {...rest}>
        {children}
      </Button>
    </Tip>
  );
}
