import type { Language } from '#contract/primitives.ts';
import type { ProjectSummary } from '#contract/projects.ts';
import type { Run } from '#contract/runs.ts';
import type { Go } from '../../hooks/page/use-place.ts';
import { plural } from '../../lib/format.ts';
import { readingProject } from '../../lib/api/queries.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { toast } from '../../lib/toast.ts';

/**
 * 'View Clips' (product.md 4.13): fetches the project again and opens its edit stage in a language, or its
 * generate stage while a film renders. If the fetch fails, the stage opens with the list's data.
 */
export async function openClips(
  { id, title }: ProjectSummary,
  { live, go, language }: { live: Run | null; go: Go; language: Language },
): Promise<void> {
  if (live?.kind === 'processing') return go({ stage: 'processing', project: id });
  try {
    const { sections } = await queryClient.fetchQuery({
      ...readingProject(id, language),
      staleTime: 0,
    });
    const count = `${sections.length} ${plural(sections.length, 'clip')}`;
    toast({ title: 'Clips Loaded', description: `${count} of “${title}”` });
  } catch {
    // The stage shows the error and offers a retry.
  }
  go({ stage: live?.kind === 'generation' ? 'generate' : 'edit', project: id, language });
}
