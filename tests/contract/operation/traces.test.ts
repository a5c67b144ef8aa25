import { randomUUID } from 'node:crypto';
import { DelayedError } from 'bullmq';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBackend } from '#core/backend.ts';
import { parseConfig } from '#core/config/config.ts';
import { callSpan } from '#core/lib/call-span.ts';
import { StepError } from '#core/lib/errors.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { X264_ONLY } from '../../../worker/encoders/machine-encoder.ts';
import { HANDLERS } from '../../../worker/handlers/all.ts';
import { createStepRunner } from '../../../worker/run-step.ts';
import { createUser } from '../../helpers/data/user.ts';
import { addressOfNothing, startFakeServer } from '../../helpers/outside/fake-server.ts';
import { createVideos, openTestApp, testEnvironment } from '../../helpers/services/backend.ts';
import { captureLog } from '../../helpers/services/log.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const TITLE = 'A title that only its creator knows';
const STEP = 'fetch-media-0';
const KEY = 'of-the-trace';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number; boolValue?: boolean } }[];
}
interface Sent {
  resourceSpans: { resource: object; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** Opens an installation that sends its traces to this collector, with a user's calls and a worker. */
async function openTraced(endpoint: string) {
  const log = captureLog();
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary',
  };
  const backend = await openBackend(parseConfig(await testEnvironment(variables)), log.logger);
  const app = await openTestApp(backend);
  const user = await createUser(backend, { packs: [2] });
  const call = (url: string, caller = user, payload?: object) =>
    app.inject({ method: 'POST', url, headers: { cookie: caller.cookie }, ...(payload && { payload }) });
  const runner = createStepRunner(backend, () => ({}) as never, X264_ONLY);
  const artifact = { key: KEY, job: 'fetch-media', version: 1, ownerId: null, data: {}, files: [] } as const;
  await insertArtifact(backend.db, { ...artifact, files: [] });
  return {
    log,
    user,
    backend,
    /** Starts a run, whose first step fails once and then completes, and cancels it. Returns its ID. */
    async makeRun(): Promise<string> {
      const [videoId] = await createVideos(backend, 1);
      const started = await call('/api/projects/process', user, { videoIds: [videoId], projectTitle: TITLE });
      const { runId } = started.json<{ runId: string }>();
      const handle = vi.spyOn(HANDLERS, 'fetch-media').mockImplementation(async () => {
        await callSpan('ffprobe', async () => {});
        return { key: KEY, reused: true };
      });
      onTestFinished(() => handle.mockRestore());
      handle.mockRejectedValueOnce(new StepError('unreachable', `No answer: ${TITLE}`, { retry: 'often' }));
      const job = {
        id: randomUUID(),
        data: { runId, step: STEP },
        updateProgress: async () => {},
        moveToDelayed: async () => {},
      };
      await expect(runner.process(job as never)).rejects.toThrow(DelayedError);
      await runner.process(job as never);
      // A refused request is not part of the trace.
      const other = await createUser(backend);
      expect((await call(`/api/runs/${runId}/cancel`, other)).statusCode).toBe(404);
      expect((await call(`/api/runs/${runId}/cancel`)).statusCode).toBe(200);
      return runId;
    },
    async close() {
      await app.close();
      await backend.close();
    },
  };
}

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('traces', () => {
  it('contain the requests, the attempts at steps and their calls below the run, under its ID', async () => {
    const collector = await startFakeServer(() => ({ body: {} }));
    onTestFinished(() => collector.close());
    const { makeRun, user, close } = await openTraced(collector.url);
    const runId = await makeRun();
    // A process that stops sends what still waits.
    await close();

    expect(collector.received.map(({ path, headers }) => [path, headers.authorization])).toContainEqual([
      '/v1/traces',
      'Bearer canary',
    ]);
    const bodies = collector.received.map(({ body }) => body.toString());
    const sent = bodies.map((body) => JSON.parse(body) as Sent);
    const spans = sent.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([runId.replaceAll('-', '')]));
    const run = spans.find(({ name }) => name === 'run processing')!;
    expect(run.parentSpanId ?? '').toBe('');
    expect(attributesOf(run)).toMatchObject({ 'cutroom.run.status': 'cancelled', 'cutroom.run.id': runId });
    const below = (parent: SentSpan) =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId).map(({ name }) => name);
    expect(below(run).toSorted()).toEqual([
      'POST /api/projects/process',
      'POST /api/runs/:id/cancel',
      'fetch-media',
      'fetch-media',
    ]);
    const attempts = spans.filter(({ name }) => name === 'fetch-media');
    expect(attempts.map(attributesOf)).toEqual([
      expect.objectContaining({
        'cutroom.step.key': STEP,
        'cutroom.step.attempt': 1,
        'cutroom.step.outcome': 'failed',
        'error.type': 'unreachable',
      }),
      expect.objectContaining({
        'cutroom.step.attempt': 2,
        'cutroom.step.outcome': 'done',
        'cutroom.step.reused': true,
      }),
    ]);
    expect(attempts.map(below)).toEqual([[], ['ffprobe']]);
    expect(JSON.stringify(sent[0]!.resourceSpans[0]!.resource)).toMatch(/"host\.name"/);
    for (const text of [TITLE, user.id, user.email]) expect(bodies.join()).not.toContain(text);
  });

  itInFullTier('do not disturb a run if the collector is away, which is logged once', async () => {
    const { makeRun, log, backend, close } = await openTraced(await addressOfNothing());
    const runId = await makeRun();
    const read = backend.db.selectFrom('runs').select('status').where('id', '=', runId);
    expect(await read.executeTakeFirst()).toEqual({ status: 'cancelled' });
    // A process that stops does not wait for the last attempt to send them.
    await close();
    await vi.waitFor(() => {
      const lines = log.lines().filter(({ msg }) => String(msg).startsWith('traces'));
      expect(lines).toEqual([expect.objectContaining({ msg: 'traces not sent', level: 40 })]);
    }, PATIENT);
  });
});
