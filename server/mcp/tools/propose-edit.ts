import { z } from 'zod';
import { uuidSchema } from '#contract/primitives.ts';
import { proposalRequestSchema, type ProposedSection } from '#contract/proposals.ts';
import { proposeEdit as propose } from '../../services/proposals/propose-edit.ts';
import { stillsOfSections } from '../stills.ts';
import { defineTool, urlOf } from '../tool.ts';

export const proposeEdit = defineTool({
  name: 'propose_edit',
  title: 'Propose an edit',
  description:
    'Proposes an edit of a film: change, trim, move or delete sections by their IDs, add title cards and further moments of videos, or change the title of the project and options of the film. Nothing changes: the creator sees the comparison and accepts it whole, in part, or not at all. Returns the comparison, frames before and after, and what the film would cost. Tell the creator what you propose and why.',
  scope: 'edit',
  rate: 'costly',
  input: z.object({ projectId: uuidSchema, ...proposalRequestSchema.shape }),
  async run(context, { projectId, ...request }) {
    const { backend, caller } = context;
    const { userId, keyId } = caller;
    const proposal = await propose(
      backend,
      { userId, ...(keyId !== undefined && { keyId }) },
      { projectId },
      proposalRequestSchema.parse(request),
    );
    return {
      facts: { ...proposal, reviewUrl: urlOf(context, `/?project=${projectId}&stage=edit`) },
      stills: await stillsOfSections(context, projectId, proposal.sections.flatMap(framesOf)),
    };
  },
});

type Range = { start: number; end: number };

/** Returns which frames show a change: before and after a trim, otherwise the section. */
function framesOf({ sectionId, title, shows, from, to, fields }: ProposedSection) {
  if (shows === null) return [];
  const range = fields.find(({ field }) => field === 'range') as { from: Range; to: Range } | undefined;
  if (from === null) return [{ sectionId: shows, label: `Added: ${title}`, range: range?.to }];
  if (range) {
    return [
      { sectionId, label: `Before: ${title}`, range: range.from },
      { sectionId, label: `After: ${title}`, range: range.to },
    ];
  }
  return [{ sectionId, label: `${to === null ? 'Deleted' : 'Changed'}: ${title}` }];
}
