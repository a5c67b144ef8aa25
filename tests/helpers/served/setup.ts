import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../../../client/src/styles.css';
import '../components/install.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';
import { stopRealtime } from '../../../client/src/lib/runs/realtime.ts';
import { takeProblems } from '../components/answers.ts';
import { answerByDefault } from './defaults.ts';
import { takeDepartures } from '../components/departures.ts';
import { paintPage, resize, WIDE } from '../components/open-app.tsx';
import { resetSocket } from '../components/socket.ts';
import { resetStores } from '../components/zustand.ts';

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  answerByDefault();
  paintPage(false);
  if (window.innerWidth !== WIDE[0] || window.innerHeight !== WIDE[1]) await resize(WIDE);
});

afterEach(async () => {
  await cleanup();
  vi.useRealTimers();
  stopRealtime();
  queryClient.clear();
  resetStores();
  resetSocket();
  takeDepartures();
  document.documentElement.className = '';
  const problems = takeProblems();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
