import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { watchHistory } from './lib/hold-page.ts';
import { watchChunks } from './lib/missing-chunk.ts';
import { watchSystemTheme } from './lib/theme.ts';
import './styles.css';

watchSystemTheme();
watchChunks();
watchHistory();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
