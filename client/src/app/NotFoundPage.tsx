import type { ReactElement } from 'react';
import { Clapperboard } from 'lucide-react';
import { Link } from 'react-router-dom';
import { MessagePage } from '../components/layout/MessagePage.tsx';
import { buttonClass } from '../components/ui/controls/button-class.ts';

export function NotFoundPage(): ReactElement {
  return (
    <MessagePage
      icon={<Clapperboard size={28} />}
      title="404 Page Not Found"
      actions={
        <Link to="/" className={buttonClass({ look: 'primary' })}>
          Back to Home
        </Link>
      }
    >
      <p>Did you forget to add the page to the router?</p>
    </MessagePage>
  );
}
