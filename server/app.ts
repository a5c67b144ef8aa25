import { randomUUID } from 'node:crypto';
import httpProxy from '@fastify/http-proxy';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Backend } from '#core/backend.ts';
import type { EventLoopWatch } from '#core/process/event-loop.ts';
import { createSigner } from '#core/storage/signing.ts';
import { openPayments } from './payments/registry.ts';
import anyOrigin from './plugins/any-origin.ts';
import answers from './plugins/response-check.ts';
import { type BuiltClient, clientRoutes } from './plugins/client.ts';
import errors from './plugins/errors.ts';
import eventLoop from './plugins/event-loop.ts';
import limits from './plugins/limits.ts';
import openapi from './plugins/openapi.ts';
import requestLog from './plugins/request-log.ts';
import security from './plugins/security.ts';
import session from './plugins/session.ts';
import slowBodies from './plugins/slow-bodies.ts';
import userTurns from './plugins/user-turns.ts';
import { createLiveSessions } from './realtime/live-sessions.ts';
import { createScriptSocket, lineRoutes } from './realtime/ws.ts';
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { authRoutes } from './routes/auth.ts';
import { channelRoutes } from './routes/channel.ts';
import { billingRoutes } from './routes/billing.ts';
import { filmRoutes } from './routes/films.ts';
import { footageRoutes } from './routes/footage.ts';
import { healthRoutes } from './routes/health.ts';
import { importRoutes } from './routes/import.ts';
import { installationRoutes } from './routes/installation.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { mediaRoutes } from './routes/media.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { paymentWebhookRoutes } from './routes/payment-webhook.ts';
import { modelRoutes, openModelDownloads } from './routes/models.ts';
import { musicRoutes } from './routes/music.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { projectRoutes } from './routes/projects.ts';
import { proposalRoutes } from './routes/proposals.ts';
import { runRoutes } from './routes/runs.ts';
import { sectionRoutes } from './routes/sections.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { versionRoutes } from './routes/versions.ts';
import { videoRoutes } from './routes/videos.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const MAX_BODY_BYTES = 1_048_576;
/** How long the headers of a request may take to arrive, in ms. */
const HEADERS_MS = 20_000;
const CHECK_CONNECTIONS_MS = 5_000;

/**
 * Builds the API on a backend, without listening.
 * @param client the built page; absent in tests of the API alone
 * @param watch receives the routes that may block the event loop; absent in tests
 */
export async function buildApp(
  backend: Backend,
  client: BuiltClient | undefined,
  watch?: EventLoopWatch,
): Promise<FastifyInstance> {
  const { config, db, log } = backend;
  const app = Fastify({
    loggerInstance: log.child({ part: 'api' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    // request-log.ts adds the request's id to every line.
    childLoggerFactory: (logger, _bindings, options) =>
      options.level || options.serializers ? logger.child({}, options) : logger,
    // slow-bodies.ts limits the time of bodies: an upload may take hours.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
    forceCloseConnections: true,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200 },
  });
  app.setValidatorCompiler(validatorCompiler);

  if (watch) await app.register(eventLoop, { watch });
  await app.register(requestLog);
  await app.register(answers, { mode: config.mode });
  await app.register(errors, { db });
  await app.register(anyOrigin, { publicUrl: config.publicUrl });
  await app.register(security, {
    publicUrl: config.publicUrl,
    inlineScripts: client?.inlineScripts ?? [],
    storeOrigin: backend.storage.direct?.origin ?? null,
  });
  await app.register(slowBodies);
  await app.register(limits, { config, redis: backend.redis, log });
  await app.register(session, { config, db, bus: backend.bus });
  await app.register(userTurns);
  await app.register(openapi, { config });

  const signer = createSigner(config.secret);
  await app.register(healthRoutes, { backend });
  const payments = openPayments(config, log);
  await app.register(installationRoutes, { backend, payments });
  await app.register(authRoutes, { backend });
  await app.register(signInRoutes, { backend });
  await app.register(accountRoutes, { backend, payments });
  await app.register(apiKeyRoutes, { backend });
  await app.register(webhookRoutes, { backend });
  await app.register(importRoutes, { backend });
  await app.register(billingRoutes, { backend, payments });
  await app.register(paymentWebhookRoutes, { backend, payments });
  await app.register(channelRoutes, { backend });
  await app.register(videoRoutes, { backend });
  await app.register(projectRoutes, { backend, signer });
  await app.register(musicRoutes, { backend });
  await app.register(sectionRoutes, { backend });
  await app.register(filmRoutes, { backend, signer });
  await app.register(versionRoutes, { backend, signer });
  await app.register(proposalRoutes, { backend });
  await app.register(runRoutes, { backend });
  await app.register(mediaRoutes, { backend, signer });
  await app.register(uploadRoutes, { backend });
  await app.register(footageRoutes, { backend });
  await app.register(mcpRoutes, { backend, signer });
  await app.register(oauthRoutes, { backend });
  openModelDownloads(app, backend);
  await app.register(modelRoutes, { backend });
  const liveSessions = createLiveSessions(db, log);
  app.decorate('liveSessions', liveSessions);
  app.addHook('onClose', async () => liveSessions.close());
  const lines = createScriptSocket(backend, liveSessions);
  app.decorate('lines', lines);
  app.decorate('nodeStats', { countPages: () => 0, countScripts: lines.count });
  await app.register(metricsRoutes, { backend });
  await app.register(lineRoutes, { lines, publicUrl: config.publicUrl });
  // The stand-ins are reached under our origin, so that one forwarded port is enough.
  if (config.mode === 'local' && config.standinsUrl) {
    const upstream = config.standinsUrl;
    await app.register(async (scope) => {
      // Bodies pass through unread.
      scope.removeAllContentTypeParsers();
      await scope.register(httpProxy, { upstream, prefix: '/standins', rewritePrefix: '/standins' });
    });
  }
  if (client) await app.register(clientRoutes, { client, db });
  return app;
}
