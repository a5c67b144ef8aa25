import type { ReactElement, ReactNode } from 'react';
import { useTitle } from '../../hooks/page/use-title.ts';
import { Header } from './Header.tsx';

interface MessagePageProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** A whole screen with one message. */
export function MessagePage({ icon, title, children, actions }: MessagePageProps): ReactElement {
  useTitle(title);
  return (
    <>
      <Header />
      <main className="page grid min-h-[70dvh] place-items-center py-10">
        <div className="max-w-md text-center">
          <span
            aria-hidden
            className="bg-surface-2 text-muted mx-auto grid size-16 place-items-center rounded-full"
          >
            {icon}
          </span>
          <h1 className="mt-5 text-xl font-semibold tracking-tight">{title}</h1>
          <div className="text-muted mt-2 space-y-2">{children}</div>
          {actions ? <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div> : null}
        </div>
      </main>
    </>
  );
}
