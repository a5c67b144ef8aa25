import type { ReactElement } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { MessagePage } from '../components/layout/MessagePage.tsx';
import { buttonClass } from '../components/ui/controls/button-class.ts';
import { useConfig } from '../hooks/use-config.ts';
import { failedProvider } from '../lib/api/sign-in-path.ts';

export function LoginErrorPage(): ReactElement {
  const [params] = useSearchParams();
  const { id, name } = failedProvider(useConfig(), params.get('with'));
  return (
    <MessagePage
      icon={<TriangleAlert size={28} />}
      title="Login Failed"
      actions={
        <>
          <a href={`/auth/${id}`} className={buttonClass({ look: 'primary' })}>
            Try Again
          </a>
          <Link to="/" className={buttonClass({})}>
            Back to Home
          </Link>
        </>
      }
    >
      <p>We couldn't log you in with {name}. This might be a temporary issue.</p>
      <p>Please try again or contact support if the problem continues.</p>
    </MessagePage>
  );
}
