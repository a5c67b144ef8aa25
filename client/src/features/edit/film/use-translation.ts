import { useState } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Run } from '#contract/runs.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { isActive, storeRun, useNewestRun } from '../../../lib/runs/runs.ts';
import { useEditor } from '../context/editor-context.ts';

export interface Translation {
  /** The active run; `null` if no run is active. */
  run: Run | null;
  starting: boolean;
  start: () => void;
}

/** Translates the project's missing texts of a language before a film is made of them. */
export function useTranslation(projectId: string, language: Language): Translation {
  const editor = useEditor();
  const newest = useNewestRun(projectId, 'translation');
  const [starting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    const send = async (): Promise<void> => {
      // Unsaved text is translated too.
      if (!(await editor.saver.saveAll())) return;
      await editor.settled();
      storeRun(await call(calls.translateTexts, { params: { id: projectId }, query: { language } }));
      projectChanged(projectId);
    };
    await attempt(send, { title: 'Translation Failed', fallback: 'Please try again.' });
    setStarting(false);
  };
  return { run: isActive(newest) ? newest : null, starting, start: () => void start() };
}
