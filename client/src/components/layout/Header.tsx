import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../../hooks/use-user.ts';
import { buttonClass } from '../ui/controls/button-class.ts';
import { CreditsBadge } from './CreditsBadge.tsx';
import { Logo } from './Logo.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The header of every screen. `children` are the screen's own controls. */
export function Header({ children }: { children?: ReactNode }): ReactElement {
  const user = useUser();
  return (
    <header className="group border-line bg-surface/95 sticky top-0 z-30 border-b backdrop-blur">
      <div className="page flex h-14 items-center gap-2 sm:gap-3">
        <Link to="/" aria-label="Cutroom, home" className="mr-auto rounded-md py-1 hover:opacity-80">
          <Logo />
        </Link>
        {children}
        {user ? (
          <>
            <CreditsBadge />
            <UserMenu user={user} />
          </>
        ) : (
          <a href="/api/login" className={buttonClass({ look: 'secondary', size: 'sm' })}>
            Sign In
          </a>
        )}
      </div>
      <OfflineLine />
    </header>
  );
}
