import { beforeAll, describe, expect, it } from 'vitest';
import { type DataExport, IMPORT_MAX_BYTES } from '#contract/export.ts';
import { MAX_TEXT } from '#contract/limits.ts';
import { upsertVideos } from '#core/repositories/media/videos.ts';
import { setSectionText } from '#core/repositories/projects/sections.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { openAccountCalls } from '../../helpers/calls/account.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);
const { db } = backend;
const { call, exported, importing } = openAccountCalls(app);
type Person = Awaited<ReturnType<typeof createUser>>;

const projectsOf = (person: Person) =>
  db.selectFrom('projects').selectAll().where('userId', '=', person.id).execute();

const sectionsOf = (person: Person) =>
  db
    .selectFrom('sections')
    .innerJoin('projects', 'projects.id', 'projectId')
    .selectAll('sections')
    .where('projects.userId', '=', person.id)
    .orderBy('position')
    .execute();

describe('import', () => {
  let file: DataExport;
  let source: Awaited<ReturnType<typeof createProject>>;

  beforeAll(async () => {
    const owner = await createUser(backend, { packs: [50] });
    source = await createProject(backend, owner.id);
    await setSectionText(db, source.sections[1]!.id, 'bn', 'একটি পাঠ');
    file = await exported(owner);
  });
  const changed = (change: (copy: DataExport) => void): DataExport => {
    const copy = structuredClone(file);
    change(copy);
    return copy;
  };

  // product 4.90
  itInFullTier('asks before it adds projects that the account has, and adds or skips them', async () => {
    const person = await createUser(backend);
    await createProject(backend, person.id);
    const own = await exported(person);
    const send = (existing: string) =>
      call('POST', `/api/user/import?existing=${existing}`, person.cookie, JSON.stringify(own));
    const response = await send('ask');
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      {
        message: '1 project of this file is already in your account.',
        details: { count: 1, titles: [own.projects[0]!.title] },
      },
    ]);
    expect((await send('skip')).json()).toEqual({ projects: 0, skipped: 1 });
    expect(await projectsOf(person)).toHaveLength(1);
    expect((await send('add')).json()).toEqual({ projects: 1, skipped: 0 });
    expect(await projectsOf(person)).toHaveLength(2);
    // The same file adds nothing a second time, so there is nothing to confirm.
    expect((await send('ask')).json()).toEqual({ projects: 0, skipped: 1 });
    expect((await send('replace')).statusCode).toBe(400);
  });

  itInFullTier('recognises a project that was renamed or edited since, but not a deleted one', async () => {
    const person = await createUser(backend);
    const { projectId } = await createProject(backend, person.id);
    const own = await exported(person);
    const ask = () => call('POST', '/api/user/import?existing=ask', person.cookie, JSON.stringify(own));
    await db.updateTable('projects').set({ title: 'Renamed' }).where('id', '=', projectId).execute();
    expect((await ask()).statusCode).toBe(409);
    await db.updateTable('projects').set({ deletedAt: new Date() }).where('id', '=', projectId).execute();
    expect((await ask()).json()).toEqual({ projects: 1, skipped: 0 });
  });

  // product 2.126
  it('adds the projects to another account under new IDs, once, and nothing but the projects', async () => {
    const person = await createUser(backend, { packs: [2] });
    const theirs = changed((copy) => (copy.settings.theme = 'dark'));
    const answer = await importing(person, theirs);
    expect([answer.statusCode, answer.json()]).toEqual([200, { projects: 1, skipped: 0 }]);
    expect((await importing(person, theirs)).json()).toEqual({ projects: 0, skipped: 1 });
    const second = await exported(person);
    expect(second.projects).toHaveLength(1);
    expect(second.projects[0]).toEqual({ ...file.projects[0], updatedAt: second.projects[0]!.updatedAt });
    expect(second.credits.totalCredits).toBe(2);
    expect(second.settings.theme).toBe('light');
    const [project] = await projectsOf(person);
    expect(project!.id).not.toBe(source.projectId);
    const ids = (await sectionsOf(person)).map((section) => section.id);
    expect(ids.some((id) => source.sections.some((section) => section.id === id))).toBe(false);
  });

  it('prepares the media in a run that costs nothing', async () => {
    const person = await createUser(backend, { packs: [2] });
    await importing(person, file);
    const run = await db
      .selectFrom('runs')
      .selectAll()
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(run).toMatchObject({ kind: 'preparation', input: { videoIds: [source.videoId] } });
    const steps = await db
      .selectFrom('runSteps')
      .select(['key', 'dependsOn'])
      .where('runId', '=', run.id)
      .orderBy('position')
      .execute();
    // The file is already stored, so it is only scanned.
    expect(steps.map((step) => step.key)).toEqual(['scan-media-0', 'finish-preparation']);
    expect((await sectionsOf(person)).every((section) => section.scanKey === null)).toBe(true);
    expect((await exported(person)).credits.ledger).toHaveLength(1);
  });

  itInFullTier('imports the same file once if it is sent twice at the same time', async () => {
    const person = await createUser(backend);
    const answers = await Promise.all([1, 2, 3].map(() => importing(person, file)));
    expect(answers.map((answer) => answer.json().projects).toSorted()).toEqual([0, 0, 1]);
    expect(await projectsOf(person)).toHaveLength(1);
  });

  // product 2.126
  itInFullTier('names the wrong field, and writes nothing', async () => {
    const person = await createUser(backend);
    const wrong: [string, DataExport | object | string][] = [
      ['schemaVersion', { ...file, schemaVersion: 2 }],
      ['projects', { ...file, projects: 'all' }],
      [
        'projects.1.sections.0.startMs',
        changed((copy) => {
          copy.projects.push(structuredClone(copy.projects[0]!));
          copy.projects[1]!.sections[0]!.startMs = -1;
        }),
      ],
      [
        'projects.0.sections.0.startMs',
        changed((copy) => (copy.projects[0]!.sections[0]!.startMs = Number.NaN)),
      ],
      ['projects.0.sections.0.startMs', changed((copy) => (copy.projects[0]!.sections[0]!.startMs = 1e15))],
      [
        'projects.0.sections.0.endMs',
        changed((copy) => {
          copy.projects[0]!.sections[0]!.startMs = 5000;
          copy.projects[0]!.sections[0]!.endMs = 4000;
        }),
      ],
      [
        'projects.0.sections.2.videoId',
        changed((copy) => (copy.projects[0]!.sections[2]!.videoId = 'library_other')),
      ],
      [
        'projects.0.sections.0.texts.0.language',
        changed((copy) => (copy.projects[0]!.sections[0]!.texts[0]!.language = 'no language')),
      ],
      [
        'projects.0.sections.0.texts',
        changed(
          (copy) =>
            (copy.projects[0]!.sections[0]!.texts = [
              file.projects[0]!.sections[0]!.texts[0]!,
              file.projects[0]!.sections[0]!.texts[0]!,
            ]),
        ),
      ],
      [
        'projects.0.sections.0.texts.0.text',
        changed((copy) => (copy.projects[0]!.sections[0]!.texts[0]!.text = 'x'.repeat(MAX_TEXT + 1))),
      ],
      [
        'projects.0.sections.0.texts.0.translatedFrom',
        changed(
          (copy) => (copy.projects[0]!.sections[0]!.texts[0]!.translatedFrom = 'x'.repeat(MAX_TEXT + 1)),
        ),
      ],
      [
        'projects.0.sections.0.original.wholeText',
        changed((copy) => (copy.projects[0]!.sections[0]!.original!.wholeText = 'x'.repeat(MAX_TEXT + 1))),
      ],
      ['projects.0.title', changed((copy) => (copy.projects[0]!.title = 'x'.repeat(201)))],
      ['projects.0.title', changed((copy) => (copy.projects[0]!.title = '  '))],
      ['projects.0.title', changed((copy) => (copy.projects[0]!.title = 'zero \0'))],
      ['projects.0.description', changed((copy) => (copy.projects[0]!.description = 'half \ud800'))],
      [
        'projects.0.sections',
        changed(
          (copy) =>
            (copy.projects[0]!.sections = Array.from({ length: 1001 }, () => file.projects[0]!.sections[0]!)),
        ),
      ],
      [
        'projects',
        changed(
          (copy) =>
            (copy.projects = Array.from({ length: 501 }, () => ({ ...file.projects[0]!, sections: [] }))),
        ),
      ],
      ['', '{"__proto__":{"admin":true}}'],
      ['', '[]'],
      ['', '['.repeat(1_000_000)],
      ['schemaVersion', `{"projects":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
      ['', '{"schemaVersion":1'],
    ];
    for (const [field, content] of casesOfTier(wrong.toReversed(), 14)) {
      const answer = await importing(person, content);
      expect([field, answer.statusCode]).toEqual([field, 400]);
      expect(answer.json().message).toContain(field);
    }
    expect(await projectsOf(person)).toEqual([]);
    expect(await db.selectFrom('imports').selectAll().where('userId', '=', person.id).execute()).toEqual([]);
  });

  // product 2.126
  it('refuses files over 10 MB with a message, and reads none from an unauthenticated caller', async () => {
    const person = await createUser(backend);
    const large = JSON.stringify({ ...file, padding: 'x'.repeat(IMPORT_MAX_BYTES) });
    const answer = await importing(person, large);
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'too_large', message: expect.stringMatching(/up to 10 MB/) }),
    ]);
    expect((await call('POST', '/api/user/import', undefined, large)).statusCode).toBe(401);
    // Other calls keep their own limit.
    expect(
      (await call('POST', '/api/projects/process', person.cookie, `"${'x'.repeat(2_000_000)}"`)).statusCode,
    ).toBe(413);
  });

  itInFullTier("never uses another user's video, and lists what is missing", async () => {
    const [owner, person] = [await createUser(backend), await createUser(backend)];
    const [secret] = await upsertVideos(db, 'upload', [
      {
        sourceId: `private-${owner.id}`,
        title: 'Secret',
        description: null,
        thumbnail: null,
        url: null,
        durationMs: 9000,
        views: 'Unknown',
        channel: 'Own',
        license: null,
      },
    ]);
    await db.updateTable('videos').set({ ownerId: owner.id }).where('id', '=', secret!.id).execute();
    const hostile = changed((copy) => {
      const project = copy.projects[0]!;
      project.videos.push({
        ...project.videos[0]!,
        id: secret!.id,
        source: 'upload',
        sourceId: secret!.sourceId,
        title: 'Mine',
      });
      project.sections[1]!.videoId = secret!.id;
      // The ID is only a name within the file: the source identifies the video.
      project.videos.push({
        ...project.videos[0]!,
        id: 'swapped',
        source: 'upload',
        sourceId: secret!.sourceId,
        title: 'Swapped',
      });
      project.sections[2]!.videoId = 'swapped';
      project.sections[2]!.upload = null;
    });
    expect((await importing(person, hostile)).json()).toEqual({ projects: 1, skipped: 0 });
    const [project] = await projectsOf(person);
    expect(project!.notices).toEqual(['The video "Mine" is missing.', 'The video "Swapped" is missing.']);
    const sections = await sectionsOf(person);
    expect(sections.map((section) => section.videoId)).toEqual([source.videoId, null, null]);
    expect(sections[1]).toMatchObject({
      kind: 'custom',
      startMs: 0,
      endMs: 3000,
      original: null,
      title: 'Section 2',
    });
    const used = await db
      .selectFrom('projectVideos')
      .select('videoId')
      .where('projectId', '=', project!.id)
      .execute();
    expect(used).toEqual([{ videoId: source.videoId }]);
    const view = await call('GET', `/api/projects/${project!.id}`, person.cookie);
    expect(view.json().sections.map((section: { media: string }) => section.media)).toEqual([
      'video',
      'none',
      'none',
    ]);
    const mine = await importing(owner, hostile);
    expect(mine.json().projects).toBe(1);
    expect((await sectionsOf(owner))[1]!.videoId).toBe(secret!.id);
  });
});
