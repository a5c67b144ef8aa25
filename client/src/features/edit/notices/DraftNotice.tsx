import type { ReactElement } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { call } from '../../../lib/api/api.ts';
import { attempt } from '../../../lib/api/attempt.ts';
import { changeProject } from '../../../lib/api/queries.ts';

/** Explains why a drafted film has its sections, until it is dismissed. */
export function DraftNotice({ project: { id, draft } }: { project: Project }): ReactElement | null {
  if (!draft) return null;
  const dismiss = (): void => {
    const work = async (): Promise<void> => {
      await call(calls.updateProject, { params: { id }, body: { draft: null } });
      changeProject(id, (project) => ({ ...project, draft: null }));
    };
    void attempt(work, { title: 'Not Dismissed', fallback: 'The server could not be reached.' });
  };
  return (
    <Notice onDismiss={dismiss}>
      <details>
        <summary className="cursor-pointer">{draft.sentence} Why these sections?</summary>
        <ol className="mt-2 max-h-48 list-decimal space-y-1 overflow-y-auto pl-5">
          {draft.reasons.map(({ title, why }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes
            <li key={place}>
              <span className="font-medium">{title}</span>: {why}
            </li>
          ))}
        </ol>
      </details>
    </Notice>
  );
}
