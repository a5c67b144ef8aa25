import { useState, type ReactElement } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { NewLinkHost } from '../components/share/NewLinkHost.tsx';
import { AlertHost } from '../components/ui/dialogs/AlertHost.tsx';
import { StatusRegion } from '../components/ui/messages/StatusRegion.tsx';
import { Toaster } from '../components/ui/messages/Toaster.tsx';
import { createSingleton, SingletonContext } from '../hooks/use-singleton.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

export function App(): ReactElement {
  const [singletons] = useState(createSingleton);
  return (
    <QueryClientProvider client={queryClient}>
      <SingletonContext value={singletons}>
        <BrowserRouter>
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
          <NewLinkHost />
          <AlertHost />
          <Toaster />
          <StatusRegion />
        </BrowserRouter>
      </SingletonContext>
    </QueryClientProvider>
  );
}
