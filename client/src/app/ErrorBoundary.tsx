import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';
import { ApiError } from '../lib/api/api.ts';
import { isMissingChunk, loadNewVersion } from '../lib/missing-chunk.ts';
import { FailureScreen } from './FailureScreen.tsx';

interface Defect {
  error: Error;
  /** The request's ID for an error report, if a call failed. */
  id: string;
  /** Whether a new version is about to replace the page. */
  loadsAnew: boolean;
}

/** Shows a failure screen instead of an empty page if a screen throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { defect: Defect | null }> {
  override state: { defect: Defect | null } = { defect: null };

  static getDerivedStateFromError(error: Error): { defect: Defect } {
    const id = (error instanceof ApiError && error.requestId) || Math.random().toString(36).slice(2, 10);
    return { defect: { error, id, loadsAnew: isMissingChunk(error) } };
  }

  override componentDidCatch(thrown: Error, info: ErrorInfo): void {
    const { defect } = this.state;
    // eslint-disable-next-line no-console -- the only trace that a defect in the page leaves
    console.error(defect?.id, thrown, info.componentStack);
    if (defect?.loadsAnew) void this.loadAnew(defect);
  }

  async loadAnew(defect: Defect): Promise<void> {
    if (!(await loadNewVersion())) this.setState({ defect: { ...defect, loadsAnew: false } });
  }

  override render(): ReactNode {
    const { defect } = this.state;
    if (!defect) return this.props.children;
    if (defect.loadsAnew) return <ScreenFallback />;
    return (
      <FailureScreen id={defect.id} error={defect.error} onLeave={() => this.setState({ defect: null })} />
    );
  }
}
