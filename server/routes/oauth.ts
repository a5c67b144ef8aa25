import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as calls from '#contract/calls/oauth.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { Backend } from '#core/backend.ts';
import type { AppKey } from '#core/repositories/account/oauth-grants.ts';
import { handle } from '../handle.ts';
import { answerPreflight } from '../plugins/any-origin.ts';
import { decideAppRequest, readAppRequest } from '../services/oauth/authorize-app.ts';
import { issueTokens, revokeToken } from '../services/oauth/issue-tokens.ts';
import * as metadata from '../services/oauth/metadata.ts';
import { OauthError } from '../services/oauth/oauth-error.ts';
import { registerApp } from '../services/oauth/register-app.ts';

const FORM_BYTES = 20_000;

/** The contract's error with OAuth's fields, if it has a code of OAuth. */
const errors = errorBodySchema.extend({
  error: z.string().optional(),
  error_description: z.string().optional(),
});
const schema = { hide: true, response: { '4xx': errors } };
/** Apps in browsers are pages of other sites. */
const config = { rate: 'general', anyOrigin: true } as const;

/** How apps are connected to an account (OAuth 2.1, as the Model Context Protocol requires). */
export async function oauthRoutes(app: FastifyInstance, { backend }: { backend: Backend }) {
  const parts = {
    ...backend,
    ended: ({ userId, keyId }: AppKey) => app.sessionEnded(userId, keyId),
    renewed: ({ userId, keyId }: AppKey) => app.visitors.forget(userId, keyId),
  };

  handle(app, calls.readAuthorization, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return readAppRequest(backend, query);
  });

  handle(app, calls.decideAuthorization, ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store');
    return decideAppRequest(backend, caller, body);
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => {
        const pairs = [...new URLSearchParams(String(body))];
        const form = Object.fromEntries(pairs);
        if (Object.keys(form).length === pairs.length) done(null, form);
        else done(new OauthError('invalid_request', 'Each parameter may appear only once.'));
      },
    );

    scope.setErrorHandler((error, request, reply) => {
      // The API's handler answers the others.
      if (!(error instanceof OauthError)) throw error;
      return reply.code(error.statusCode).send({
        error: error.error,
        error_description: error.message,
        code: error.code,
        message: error.message,
        requestId: request.id,
      });
    });

    scope.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });

    const documents = [
      [metadata.RESOURCE_METADATA_PATH, metadata.describeResource(backend.config)],
      [`${metadata.RESOURCE_METADATA_PATH}/mcp`, metadata.describeResource(backend.config)],
      [metadata.SERVER_METADATA_PATH, metadata.describeServer(backend.config)],
    ] as const;
    for (const [path, document] of documents) {
      answerPreflight(scope, path, 'GET');
      scope.get(path, { config, schema }, async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=3600').send(document),
      );
    }

    for (const path of [metadata.REGISTRATION_PATH, metadata.TOKEN_PATH, metadata.REVOCATION_PATH]) {
      answerPreflight(scope, path, 'POST');
    }

    scope.post(
      metadata.REGISTRATION_PATH,
      { config: { ...config, rate: 'signIn' }, bodyLimit: FORM_BYTES * 2, schema },
      async (request, reply) => reply.code(201).send(await registerApp(parts, request.body)),
    );

    scope.post(metadata.TOKEN_PATH, { config, schema }, async (request) => issueTokens(parts, request.body));

    scope.post(metadata.REVOCATION_PATH, { config, schema }, async (request) =>
      revokeToken(parts, request.body),
    );
  });
}
