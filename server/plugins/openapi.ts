import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiKeySchema, usageSchema } from '#contract/api-keys.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { filmSchema, projectSchema, projectSummarySchema } from '#contract/projects.ts';
import { runSchema } from '#contract/runs.ts';
import { clipSchema, sectionSchema, wordSchema } from '#contract/sections.ts';
import { videoSchema } from '#contract/videos.ts';
import { webhookDeliverySchema, webhookSchema } from '#contract/webhooks.ts';
import type { Config } from '#core/config/config.ts';
import { sessionCookieName } from './session.ts';

/** Schemas that many calls share, described once under these names. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(errorBodySchema, { id: 'Error' });
schemaRegistry.add(runSchema, { id: 'Run' });
schemaRegistry.add(videoSchema, { id: 'Video' });
schemaRegistry.add(sectionSchema, { id: 'Section' });
schemaRegistry.add(clipSchema, { id: 'Clip' });
schemaRegistry.add(wordSchema, { id: 'Word' });
schemaRegistry.add(projectSchema, { id: 'Project' });
schemaRegistry.add(projectSummarySchema, { id: 'ProjectSummary' });
schemaRegistry.add(filmSchema, { id: 'Film' });
schemaRegistry.add(apiKeySchema, { id: 'ApiKey' });
schemaRegistry.add(usageSchema, { id: 'Usage' });
schemaRegistry.add(webhookSchema, { id: 'Webhook' });
schemaRegistry.add(webhookDeliverySchema, { id: 'WebhookDelivery' });

/**
 * Serves the description of all calls, at /api/openapi.json for programs and /api/docs for people. Register
 * it before the routes.
 */
export default fp<{ config: Pick<Config, 'publicUrl' | 'secureCookies'> }>(async (app, { config }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Cutroom',
        version: '1',
        description: 'The calls of the page, the client and the command line.',
      },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API key of the settings page. Each call that accepts keys names its scope.',
          },
        },
      },
      security: [{ session: [] }],
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  const schema = { hide: true, response: { 200: z.record(z.string(), z.unknown()) } };
  /** Half a megabyte, the same for every request. */
  let text: string | undefined;
  app.get('/api/openapi.json', { schema }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
});
