import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ArrowLeft } from 'lucide-react';
import { useStageFocus } from '../../hooks/page/use-stage-focus.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { buttonClass } from '../ui/controls/button-class.ts';
import { Header } from './Header.tsx';

interface PageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A screen outside the main workflow: header, heading and one column of content. */
export function Page({ title, lead, children }: PageProps): ReactElement {
  useTitle(title);
  const heading = useStageFocus();
  return (
    <>
      <Header />
      <main className="page max-w-4xl py-6 sm:py-8">
        <Link to="/" className={buttonClass({ look: 'quiet', size: 'sm', className: '-ml-3' })}>
          <ArrowLeft aria-hidden size={16} /> Back to Dashboard
        </Link>
        <h1 ref={heading} tabIndex={-1} className="mt-3 text-xl font-semibold tracking-tight">
          {title}
        </h1>
        {lead ? <p className="text-muted mt-1">{lead}</p> : null}
        <div className="mt-6 space-y-6">{children}</div>
      </main>
    </>
  );
}
