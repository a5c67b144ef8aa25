import { Component, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import { Bug } from 'lucide-react';
import { Button } from '../components/ui/Button.tsx';

interface State {
  error: Error | null;
}

/** Keeps a defect in one screen from leaving an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // eslint-disable-next-line no-console -- the only trace that a defect in the page leaves
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Failure error={error} /> : this.props.children;
  }
}

function Failure({ error }: { error: Error }): ReactElement {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="max-w-md text-center">
        <Bug aria-hidden size={32} className="text-muted mx-auto" />
        <h1 className="mt-4 text-xl font-semibold">Something went wrong on this page</h1>
        <p className="text-muted mt-2">
          Your projects are safe on the server. Load the page again; if it happens once more, tell us this:{' '}
          {error.name}: {error.message}
        </p>
        <Button look="primary" className="mt-6" onClick={() => window.location.reload()}>
          Load Again
        </Button>
      </div>
    </main>
  );
}
