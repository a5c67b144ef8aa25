import type { ReactElement } from 'react';
import { Header } from '../components/layout/Header.tsx';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';

/** The user is unknown because the server does not answer: the header says so. */
export function Waiting(): ReactElement {
  return (
    <>
      <Header />
      <ScreenFallback />
    </>
  );
}
