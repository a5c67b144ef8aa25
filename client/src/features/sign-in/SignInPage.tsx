import type { ReactElement } from 'react';
import { LogIn } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { MessagePage } from '../../components/layout/MessagePage.tsx';
import { ScreenFallback } from '../../components/layout/ScreenFallback.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useUser } from '../../hooks/use-user.ts';
import { EmailForm } from './EmailForm.tsx';

/** The ways to sign in to this installation. */
export function SignInPage(): ReactElement {
  const config = useConfig();
  const user = useUser();
  if (user) return <Navigate to="/" replace />;
  if (!config) return <ScreenFallback />;
  const { providers, email } = config.signIn;
  return (
    <MessagePage icon={<LogIn size={28} />} title="Sign in to Cutroom">
      <p>Choose how you want to sign in.</p>
      <div className="mx-auto mt-6 w-72 max-w-full space-y-5">
        <ul className="space-y-3">
          {providers.map(({ id, name }) => (
            <li key={id}>
              <a href={`/auth/${id}`} className={buttonClass({ size: 'field', className: 'w-full' })}>
                <span className="truncate">Continue with {name}</span>
              </a>
            </li>
          ))}
        </ul>
        {email && providers.length > 0 ? <p>or</p> : null}
        {email ? <EmailForm /> : null}
      </div>
    </MessagePage>
  );
}
