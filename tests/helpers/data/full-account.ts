import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { joinFilm } from '#contract/jobs/generation.ts';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { insertConsent } from '#core/repositories/account/channels.ts';
import { insertOauthClient } from '#core/repositories/account/oauth-clients.ts';
import { connectApp, insertOauthCode } from '#core/repositories/account/oauth-grants.ts';
import { insertMail } from '#core/repositories/account/mails.ts';
import { inviteAddress } from '#core/repositories/people/admission.ts';
import { recordAudit } from '#core/repositories/people/operators.ts';
import { createSignInLink } from '#core/repositories/people/sign-in-links.ts';
import { upsertFilm } from '#core/repositories/projects/films.ts';
import { insertSteps } from '#core/repositories/runs/run-steps.ts';
import { planProcessing } from '#core/runs/kinds/processing.ts';
import { storeUnmatchedPayment } from '#core/repositories/money/unmatched-payments.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { openPartial } from '#core/files/partial-files.ts';
import { addChannel } from '../outside/channel.ts';
import { createDelivery, createKey, createUser } from './user.ts';
import { createProject } from './project.ts';
import type { Backend } from '#core/backend.ts';
import { storeFile } from './stored-media.ts';

/** Creates a user's own artifact with a file. */
export async function makeArtifact({ artifacts }: Backend, ownerId: string) {
  const key = createHash('sha256').update(randomUUID()).digest('hex');
  const built = await artifacts.build(fetchMedia, key, ownerId, async (dir) => {
    await writeFile(join(dir, 'source.mp4'), key);
    return { data: { sha256: key, bytes: 64, fileName: 'source.mp4' }, files: ['source.mp4'] };
  });
  return { key, file: await built.path('source.mp4') };
}

/** Creates a partial file of this user. */
async function keepPartial({ config }: Backend, userId: string): Promise<string> {
  const path = (await openPartial(config.partialDir, { userId, uploadId: randomUUID(), offset: 0 }))!;
  await writeFile(path, 'a part');
  return path;
}

/** Connects an app to a user's account. */
async function connectTestApp({ db }: Backend, userId: string): Promise<void> {
  const redirectUri = 'https://agent.example/';
  const { id: clientId } = await insertOauthClient(db, { name: 'Agent', redirectUris: [redirectUri] });
  const allowed = { clientId, userId, redirectUri, codeChallenge: 'x', creditBudget: null };
  await insertOauthCode(db, { ...allowed, scopes: ['read'] });
  const app = { ...allowed, scopes: ['read' as const], name: 'Agent', site: 'agent.example' };
  await db.transaction().execute((trx) => connectApp(trx, app, 1));
}

/** Creates a user with rows in every table that can contain their data, and with files. */
export async function fullAccount(backend: Backend) {
  const { db, storage } = backend;
  const person = await createUser(backend, { packs: [10] });
  const { projectId, videoId, sections } = await createProject(backend, person.id);
  const upload = { id: randomUUID(), projectId, userId: person.id };
  const objectKey = `uploads/${upload.id}/${randomUUID()}`;
  await storeFile(backend, objectKey, 'kept');
  const uploadFile = await storage.localPath(objectKey);
  const [own, shared, film] = [
    await makeArtifact(backend, person.id),
    await makeArtifact(backend, person.id),
    await makeArtifact(backend, person.id),
  ];
  await db
    .insertInto('videos')
    .values({
      id: `upload_${upload.id}`,
      source: 'upload',
      sourceId: upload.id,
      ownerId: person.id,
      title: 'Own',
      channel: 'Upload',
      fetchKey: own.key,
    })
    .execute();
  await db
    .insertInto('objects')
    .values({
      ...upload,
      fileName: 'own.mp4',
      objectKey,
      kind: 'video',
      fetchKey: own.key,
      videoId: `upload_${upload.id}`,
    })
    .execute();
  await db
    .updateTable('sections')
    .set({ objectId: upload.id, fetchKey: own.key, scanKey: shared.key })
    .where('id', '=', sections[0]!.id)
    .execute();
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'processing',
      projectId,
      userId: person.id,
      input: JSON.stringify({ videoIds: [videoId] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertSteps(db, run.id, planProcessing([{ id: videoId, durationMs: 1000 }]));
  await backend.engine.advance(run.id);
  await db.updateTable('artifacts').set({ job: joinFilm.name }).where('key', '=', film.key).execute();
  await upsertFilm(db, {
    projectId,
    language: 'en',
    quality: '720p',
    aspect: '16:9',
    framing: 'fit',
    burnedSubtitles: false,
    captionLook: PLAIN_CAPTIONS,
    credits: 'off',
    endFades: false,
    runId: run.id,
    artifactKey: film.key,
    snapshotAt: new Date(),
  });
  await db
    .insertInto('filmVersions')
    .values({ projectId, runId: run.id, number: 1, options: '{}', sections: '[]' })
    .execute();
  await db
    .insertInto('sectionEdits')
    .values({ projectId, kind: 'delete', label: 'Delete', before: '[]', after: '[]' })
    .execute();
  await db
    .insertInto('proposals')
    .values({ projectId, title: 'Rename', language: 'en', changes: '[]', cost: '{}' })
    .execute();
  await insertMail(db, {
    userId: person.id,
    runId: run.id,
    recipient: person.email,
    subject: 'S',
    body: 'B',
    sent: true,
  });
  await inviteAddress(db, person.email);
  await createSignInLink(db, { email: person.email, browser: 'b', most: 1 });
  await recordAudit(db, {
    operator: 'root',
    action: 'invite',
    userId: person.id,
    detail: { email: person.email },
  });
  await db.insertInto('imports').values({ userId: person.id, sha256: 'x' }).execute();
  await db
    .insertInto('idempotencyKeys')
    .values({ userId: person.id, scope: 's', key: 'k', requestHash: 'h', response: '{}' })
    .execute();
  await db
    .insertInto('purchases')
    .values({
      userId: person.id,
      provider: 'test',
      providerRef: randomUUID(),
      packSize: 10,
      amountCents: 999,
    })
    .execute();
  await storeUnmatchedPayment(db, {
    provider: 'test',
    eventId: randomUUID(),
    kind: 'paid',
    ref: 'r',
    purchaseId: null,
    amountCents: 1,
    currency: 'usd',
    reason: 'it matches no purchase',
  });
  await db
    .insertInto('creditEntries')
    .values({ userId: person.id, runId: run.id, kind: 'reserve', amount: -1 })
    .execute();
  await addChannel(backend, person.id);
  await createKey(backend, person.id);
  await connectTestApp(backend, person.id);
  await createDelivery(backend, person.id);
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  await insertConsent(db, randomUUID(), session.id);
  await insertRun(db, 'publishing', {
    userId: person.id,
    projectId: null,
    input: {
      of: 'upload',
      artifactKey: own.key,
      channelId: 'UCtest',
      title: 'Own',
      description: '',
      privacy: 'private',
      language: null,
    },
  });
  await db.updateTable('users').set({ credits: 9 }).where('id', '=', person.id).execute();
  return {
    person,
    projectId,
    runId: run.id,
    files: {
      own: own.file,
      shared: shared.file,
      film: film.file,
      upload: uploadFile,
      partial: await keepPartial(backend, person.id),
    },
    shared,
  };
}
