import type { ReactElement } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { MessagePage } from '../components/layout/MessagePage.tsx';
import { buttonClass } from '../components/ui/controls/button-class.ts';

export function LoginErrorPage(): ReactElement {
  return (
    <MessagePage
      icon={<TriangleAlert size={28} />}
      title="Login Failed"
      actions={
        <>
          <a href="/auth/google" className={buttonClass({ look: 'primary' })}>
            Try Again
          </a>
          <Link to="/" className={buttonClass({})}>
            Back to Home
          </Link>
        </>
      }
    >
      <p>We couldn't log you in with Google. This might be a temporary issue.</p>
      <p>Please try again or contact support if the problem continues.</p>
    </MessagePage>
  );
}
