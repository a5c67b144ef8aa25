import { useEffect } from 'react';
import type { Language } from '#contract/primitives.ts';
import { call, isUnauthorized } from '../../lib/api.ts';
import { toast } from '../../lib/toast.ts';

/** SPEC 8: asks for the clips when the editor opens, and says so when the stored sections must do. */
export function useClips(projectId: string, language: Language): void {
  useEffect(() => {
    const left = new AbortController();
    call('GET', `/api/projects/${projectId}/clips?language=${language}`, { signal: left.signal }).catch(
      (error: unknown) => {
        if (left.signal.aborted || isUnauthorized(error)) return;
        toast({
          title: 'Using Stored Data',
          description: 'Python API unavailable, using stored sections',
        });
      },
    );
    return () => left.abort();
  }, [projectId, language]);
}
