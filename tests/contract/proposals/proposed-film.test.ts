import { describe, expect, it } from 'vitest';
import type { Proposal, ProposalAccepted } from '#contract/proposals.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

const firstOf = ({ project }: Editor): string => project.sections[0]!.id;

async function propose(edit: Editor, request: object): Promise<Proposal> {
  const answer = await edit.call('POST', edit.path('/proposals'), { title: 'For phones', ...request });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json();
}
const accept = (edit: Editor, { id }: Proposal, body: object = {}) =>
  edit.call('POST', edit.path(`/proposals/${id}/accept`), body);
const reread = async (edit: Editor, { id }: Proposal): Promise<Proposal> =>
  (await edit.call('GET', edit.path(`/proposals/${id}`))).json();
/** Returns the title of the project, the shape and quality that were chosen, and the first section's title. */
async function stateOf(edit: Editor) {
  const { title, filmChoices, sections } = await edit.read();
  return [title, filmChoices.aspect, filmChoices.quality, sections[0]!.title];
}
/** Changes a section, the title of the project and two options. */
const everything = (edit: Editor) => ({
  edits: [{ sectionId: firstOf(edit), title: 'Opening' }],
  projectTitle: 'Rivers in a minute',
  options: { aspect: '9:16', quality: '720p' },
});

describe('a proposal of a title and options', () => {
  // product 31.4, 31.13
  it('compares them, counts them as one change, and changes nothing', async () => {
    const edit = await openEditor(backend, app);
    const before = await stateOf(edit);
    const proposal = await propose(edit, everything(edit));
    expect(proposal).toMatchObject({ changes: 2, film: { state: 'open' } });
    expect(proposal.film!.fields).toEqual([
      { field: 'projectTitle', from: before[0], to: 'Rivers in a minute' },
      { field: 'quality', from: '1080p', to: '720p' },
      { field: 'aspect', from: '16:9', to: '9:16' },
    ]);
    expect((await edit.read()).proposals).toMatchObject([{ id: proposal.id, changes: 2 }]);
    expect(await stateOf(edit)).toEqual(before);
  });

  // product 31.13
  it('is accepted with the sections as one edit, which one Undo and Redo move', async () => {
    const edit = await openEditor(backend, app);
    const before = await stateOf(edit);
    const proposal = await propose(edit, everything(edit));
    const answer = await accept(edit, proposal);
    expect(answer.json()).toMatchObject({ accepted: [firstOf(edit)], film: 'accepted' });
    const after = ['Rivers in a minute', '9:16', '720p', 'Opening'];
    expect(await stateOf(edit)).toEqual(after);
    expect((await reread(edit, proposal)).film!.state).toBe('accepted');
    await edit.call('POST', edit.path('/undo'));
    expect(await stateOf(edit)).toEqual([before[0], '16:9', '1080p', before[3]]);
    await edit.call('POST', edit.path('/redo'));
    expect(await stateOf(edit)).toEqual(after);
  });

  it('is accepted without the sections if its creator chooses so', async () => {
    const edit = await openEditor(backend, app);
    const proposal = await propose(edit, everything(edit));
    const answer = await accept(edit, proposal, { film: true, sectionIds: [] });
    expect(answer.json()).toMatchObject({ accepted: [], film: 'accepted' });
    expect(await stateOf(edit)).toEqual(['Rivers in a minute', '9:16', '720p', 'Section 1']);
  });

  it('is not accepted with the sections alone', async () => {
    const edit = await openEditor(backend, app);
    const before = await stateOf(edit);
    const proposal = await propose(edit, everything(edit));
    const answer = await accept(edit, proposal, { sectionIds: [firstOf(edit)] });
    expect(answer.json<ProposalAccepted>().film).toBeNull();
    expect(await stateOf(edit)).toEqual([...before.slice(0, 3), 'Opening']);
    expect((await reread(edit, proposal)).film!.state).toBe('declined');
  });

  // product 31.7
  it.each([
    ['title', (edit: Editor) => edit.call('PATCH', edit.path(''), { title: 'Mine' })],
    ['options', (edit: Editor) => edit.call('PATCH', edit.path('/film-choices'), { aspect: '1:1' })],
  ] as const)('leaves the %s as they are if they were changed since', async (_, change) => {
    const edit = await openEditor(backend, app);
    const proposal = await propose(edit, everything(edit));
    const changed = await change(edit);
    expect([changed.statusCode < 300, changed.body]).toEqual([true, changed.body]);
    const before = await stateOf(edit);
    expect((await reread(edit, proposal)).film!.state).toBe('stale');
    const only = await accept(edit, proposal, { film: true, sectionIds: [] });
    expect(only.statusCode).toBe(409);
    expect((await accept(edit, proposal)).json()).toMatchObject({ film: 'stale' });
    expect(await stateOf(edit)).toEqual([...before.slice(0, 3), 'Opening']);
  });

  it('can be undone after a later rename, which it does not name', async () => {
    const edit = await openEditor(backend, app);
    const proposal = await propose(edit, { options: { aspect: '1:1' } });
    await accept(edit, proposal);
    await edit.call('PATCH', edit.path(''), { title: 'Mine' });
    await edit.call('POST', edit.path('/undo'));
    expect((await stateOf(edit))[0]).toBe('Mine');
  });

  it.each([
    [{ options: {} }, 400],
    [{ options: { style: 'documentary' } }, 400],
    [{ options: { aspect: '21:9' } }, 400],
    [{ projectTitle: ' ' }, 400],
    [{ projectTitle: 'a\ud800' }, 400],
    [{ options: { aspect: '16:9' } }, 422],
  ])('is refused with %j', async (request, status) => {
    const edit = await openEditor(backend, app);
    const answer = await edit.call('POST', edit.path('/proposals'), { title: 'Edit', ...request });
    expect(answer.statusCode).toBe(status);
  });
});
