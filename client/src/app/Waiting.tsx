import type { ReactElement } from 'react';
import { Header } from '../components/layout/Header.tsx';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';

/** The screen while the server does not answer and the user is unknown. The header explains it. */
export function Waiting(): ReactElement {
  return (
    <>
      <Header />
      <ScreenFallback />
    </>
  );
}
