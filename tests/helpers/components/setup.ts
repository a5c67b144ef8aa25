import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../../../client/src/styles.css';
import './install.ts';
import { queryClient } from '../../../client/src/lib/api/query-client.ts';
import { stopRealtime } from '../../../client/src/lib/runs/realtime.ts';
import { takeProblems } from './answers.ts';
import { answerByDefault } from './defaults.ts';
import { takeDepartures } from './departures.ts';
import { resize, WIDE } from './open-app.tsx';
import { resetSocket } from './socket.ts';
import { resetStores } from './zustand.ts';

beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  answerByDefault();
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
