import { describe, expect, it } from 'vitest';
import { MAX_PENDING_PROPOSALS, type Proposal, type ProposalAccepted } from '#contract/proposals.ts';
import { type Editor, openEditor, openSpokenSection } from '../../helpers/data/editor.ts';
import { createKey } from '../../helpers/data/user.ts';
import { connectAgent } from '../../helpers/mcp/agent.ts';
import { createTestApp } from '../../helpers/mcp/oauth.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

const idsOf = ({ project }: Editor) => project.sections.map(({ id }) => id) as [string, string, string];

async function propose(edit: Editor, request: object): Promise<Proposal> {
  const answer = await edit.call('POST', edit.path('/proposals'), { title: 'Tighten it', ...request });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const decide = (
  edit: Editor,
  { id }: Pick<Proposal, 'id'>,
  decision: 'accept' | 'decline',
  body: object = {},
) => edit.call('POST', edit.path(`/proposals/${id}/${decision}`), decision === 'accept' ? body : undefined);
const accept = async (edit: Editor, proposal: Proposal, body?: object): Promise<ProposalAccepted> => {
  const answer = await decide(edit, proposal, 'accept', body);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const reread = async (edit: Editor, { id }: Proposal): Promise<Proposal> =>
  (await edit.call('GET', edit.path(`/proposals/${id}`))).json();

/** Changes all three sections: a title, a trim, a deletion. */
const threeEdits = (edit: Editor) => {
  const [first, second, third] = idsOf(edit);
  return {
    edits: [
      { sectionId: first, title: 'Opening' },
      { sectionId: second, startTime: 12 },
      { sectionId: third, delete: true },
    ],
  };
};

describe('a proposal', () => {
  // product 31.4
  it('describes the edit and its cost, and changes nothing', async () => {
    const edit = await openEditor(backend, app);
    const before = await edit.read();
    const [first, second, third] = idsOf(edit);
    const proposal = await propose(edit, threeEdits(edit));
    expect(proposal).toMatchObject({ status: 'pending', keyName: null, changes: 3, decidedAt: null });
    expect(proposal.cost).toEqual({ credits: 0, sections: 2, toRender: 2, secondsBefore: 30, seconds: 18 });
    const common = { moved: false, state: 'open' };
    expect(proposal.sections).toEqual([
      {
        ...common,
        sectionId: first,
        shows: first,
        title: 'Opening',
        from: 1,
        to: 1,
        fields: [{ field: 'title', from: 'Section 1', to: 'Opening' }],
      },
      {
        ...common,
        sectionId: second,
        shows: second,
        title: 'Section 2',
        from: 2,
        to: 2,
        fields: [{ field: 'range', from: { start: 10, end: 20 }, to: { start: 12, end: 20 } }],
      },
      { ...common, sectionId: third, shows: third, title: 'Section 3', from: 3, to: null, fields: [] },
    ]);
    const { proposals, ...after } = await edit.read();
    expect(proposals).toEqual([{ id: proposal.id, title: 'Tighten it', changes: 3 }]);
    expect({ ...after, proposals: [] }).toEqual(before);
  });

  it('names the API key that proposed it', async () => {
    const edit = await openEditor(backend, app);
    const { headers } = await createKey(backend, edit.user.id, { scopes: ['edit'] });
    const payload = { title: 'Rename', edits: [{ sectionId: idsOf(edit)[0], title: 'New' }] };
    const answer = await app.inject({ method: 'POST', url: edit.path('/proposals'), headers, payload });
    const { id } = answer.json<Proposal>();
    expect((await edit.call('GET', edit.path('/proposals'))).json()).toMatchObject([
      { id, keyName: 'A script', byApp: false, status: 'pending' },
    ]);
  });

  it('names the connected app that proposed it as an app', async () => {
    const edit = await openEditor(backend, app);
    const { tokens } = await createTestApp(app, backend.config).connect(edit.user.cookie);
    const agent = await connectAgent(app, { authorization: `Bearer ${tokens.access_token}` });
    const edits = [{ sectionId: idsOf(edit)[0], title: 'New' }];
    const request = { projectId: edit.project.projectId, title: 'Rename', edits };
    const { facts } = await agent.use<Proposal>('propose_edit', request);
    expect((await edit.call('GET', edit.path('/proposals'))).json()).toMatchObject([
      { id: facts.id, keyName: 'Test agent', byApp: true },
    ]);
  });

  // product 31.6
  it('is decided only by its creator, not by an API key', async () => {
    const edit = await openEditor(backend, app);
    const { headers } = await createKey(backend, edit.user.id);
    const { id } = await propose(edit, threeEdits(edit));
    for (const decision of ['accept', 'decline']) {
      const url = edit.path(`/proposals/${id}/${decision}`);
      expect((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(403);
    }
  });

  it.each([
    ['changes nothing', 422, ([first]: string[]) => ({ edits: [{ sectionId: first, title: 'Section 1' }] })],
    ['has no changes', 422, () => ({})],
    ['names an unknown section', 409, () => ({ edits: [{ sectionId: crypto.randomUUID(), title: 'New' }] })],
    [
      'names a section twice',
      400,
      ([first]: string[]) => ({
        edits: [
          { sectionId: first, title: 'A' },
          { sectionId: first, title: 'B' },
        ],
      }),
    ],
    ['ends after its video', 422, ([first]: string[]) => ({ edits: [{ sectionId: first, endTime: 61 }] })],
    [
      'has a title that no database stores',
      400,
      ([first]: string[]) => ({ edits: [{ sectionId: first, title: 'A\ud800' }] }),
    ],
    ['adds a card without a title', 400, () => ({ additions: [{ transcription: 'Text' }] })],
  ])('is refused if it %s', async (_, status, request) => {
    const edit = await openEditor(backend, app);
    const payload = { title: 'Edit', ...request(idsOf(edit)) };
    expect((await edit.call('POST', edit.path('/proposals'), payload)).statusCode).toBe(status);
    expect((await edit.read()).proposals).toEqual([]);
  });

  itInFullTier('is refused while too many wait for a decision', async () => {
    const edit = await openEditor(backend, app);
    const rename = (title: string) => ({ title, edits: [{ sectionId: idsOf(edit)[0], title }] });
    for (let count = 0; count < MAX_PENDING_PROPOSALS; count += 1) await propose(edit, rename(`T${count}`));
    const refused = await edit.call('POST', edit.path('/proposals'), rename('More'));
    expect(refused.statusCode).toBe(409);
    const [newest] = (await edit.read()).proposals;
    await decide(edit, newest!, 'decline');
    await propose(edit, rename('More'));
  });
});

describe('accepting a proposal', () => {
  // product 31.6
  it('for two of three sections is one edit that one Undo reverts', async () => {
    const edit = await openEditor(backend, app);
    const [first, second] = idsOf(edit);
    const before = await edit.read();
    const proposal = await propose(edit, threeEdits(edit));
    const result = await accept(edit, proposal, { sectionIds: [first, second] });
    expect(result).toEqual({
      accepted: [first, second],
      stale: [],
      film: null,
      history: { undo: 'Accept "Tighten it"', redo: null },
    });
    const { sections, proposals } = await edit.read();
    expect(sections.map(({ title, startTime }) => [title, startTime])).toEqual([
      ['Opening', 0],
      ['Section 2', 12],
      ['Section 3', 20],
    ]);
    expect(proposals).toEqual([]);
    expect((await reread(edit, proposal)).sections.map(({ state }) => state)).toEqual([
      'accepted',
      'accepted',
      'declined',
    ]);
    await edit.call('POST', edit.path('/undo'));
    const undone = await edit.read();
    expect(undone.sections).toEqual(before.sections);
    expect(undone.history).toEqual({ undo: null, redo: 'Accept "Tighten it"' });
  });

  // product 31.7
  it('leaves sections that were edited since as they are, and reports them', async () => {
    const edit = await openEditor(backend, app);
    const [first, second, third] = idsOf(edit);
    const proposal = await propose(edit, threeEdits(edit));
    await edit.update(first, { title: 'Mine' });
    await edit.update(third, { transcription: 'My words.' });
    expect((await reread(edit, proposal)).sections.map(({ state }) => state)).toEqual([
      'stale',
      'open',
      'stale',
    ]);
    const result = await accept(edit, proposal);
    expect(result).toMatchObject({ accepted: [second], stale: [first, third] });
    expect(await edit.titles()).toEqual(['Mine', 'Section 2', 'Section 3']);
  });

  it('is refused if all of its sections were edited since', async () => {
    const edit = await openEditor(backend, app);
    const [first] = idsOf(edit);
    const proposal = await propose(edit, { edits: [{ sectionId: first, title: 'Opening' }] });
    await edit.update(first, { title: 'Mine' });
    expect((await decide(edit, proposal, 'accept')).statusCode).toBe(409);
    expect((await reread(edit, proposal)).status).toBe('pending');
    expect(await edit.titles()).toEqual(['Mine', 'Section 2', 'Section 3']);
  });

  it('adds moments and title cards, and moves sections', async () => {
    const { edit, id: spoken } = await openSpokenSection(backend, app);
    const [first, , third] = idsOf(edit);
    const proposal = await propose(edit, {
      edits: [{ sectionId: first, after: third }],
      additions: [
        { title: 'Chapter one', transcription: '', after: null },
        { title: 'Chapter two', after: null },
        { from: spoken, title: 'The end', startTime: 16, endTime: 19, after: third },
      ],
    });
    expect(proposal.sections[2]).toMatchObject({
      shows: spoken,
      fields: [{ field: 'range', from: { start: 10, end: 20 }, to: { start: 16, end: 19 } }],
    });
    expect(proposal.sections.map(({ title, from, to, moved }) => [title, from, to, moved])).toEqual([
      ['Chapter one', null, 1, false],
      ['Chapter two', null, 2, false],
      ['The end', null, 5, false],
      ['Section 1', 1, 6, true],
    ]);
    const { accepted } = await accept(edit, proposal);
    expect(accepted).toHaveLength(4);
    const { sections } = await edit.read();
    expect(sections.map(({ title }) => title)).toEqual([
      'Chapter one',
      'Chapter two',
      'Section 2',
      'Section 3',
      'The end',
      'Section 1',
    ]);
    expect(sections[4]).toMatchObject({ startTime: 16, endTime: 19, transcription: 'Five six.' });
    await edit.call('POST', edit.path('/undo'));
    expect(await edit.titles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });

  it('is refused for a section that the proposal does not change', async () => {
    const edit = await openEditor(backend, app);
    const [first, second] = idsOf(edit);
    const proposal = await propose(edit, { edits: [{ sectionId: first, title: 'Opening' }] });
    expect((await decide(edit, proposal, 'accept', { sectionIds: [second] })).statusCode).toBe(422);
  });

  it('happens once, also for concurrent calls', async () => {
    const edit = await openEditor(backend, app);
    const proposal = await propose(edit, {
      additions: [{ title: 'Card', after: null }],
    });
    const answers = await Promise.all([1, 2, 3].map(() => decide(edit, proposal, 'accept')));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await edit.titles()).toEqual(['Card', 'Section 1', 'Section 2', 'Section 3']);
    expect((await decide(edit, proposal, 'decline')).statusCode).toBe(409);
  });
});

describe('declining a proposal', () => {
  it('changes no section', async () => {
    const edit = await openEditor(backend, app);
    const proposal = await propose(edit, threeEdits(edit));
    expect((await decide(edit, proposal, 'decline')).statusCode).toBe(204);
    expect(await edit.titles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
    expect((await reread(edit, proposal)).status).toBe('declined');
    expect((await decide(edit, proposal, 'accept')).statusCode).toBe(409);
  });
});
