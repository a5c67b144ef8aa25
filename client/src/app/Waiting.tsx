import type { ReactElement } from 'react';
import { Header } from '../components/layout/Header.tsx';
import { ScreenFallback } from '../components/layout/ScreenFallback.tsx';

/** Nobody knows yet who is here, since the server gives no answer: the header says so. */
export function Waiting(): ReactElement {
  return (
    <>
      <Header />
      <ScreenFallback />
    </>
  );
}
