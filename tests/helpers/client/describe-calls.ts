import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import * as calls from '#contract/calls/index.ts';
import type { Call } from '#contract/calls/define-call.ts';
import { handle } from '../../../server/handle.ts';
import openapi from '../../../server/plugins/openapi.ts';
import answers from '../../../server/plugins/response-check.ts';

export interface Operation {
  operationId: string;
  parameters?: { in: string; name: string }[];
  security?: Record<string, string[]>[];
  responses: Record<string, object>;
}

export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** Returns the OpenAPI document of all calls, as `/api/openapi.json` has it, without an installation. */
export async function describeCalls(): Promise<Description> {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  await app.register(answers, { mode: 'local' });
  await app.register(openapi, { config: { publicUrl: 'http://localhost:3000', secureCookies: false } });
  await app.register(async (scope) => {
    // By name, since the exports of a module have another order in tests.
    const sorted = Object.entries<Call>(calls).toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [, call] of sorted) handle(scope, call, async () => undefined as never);
  });
  await app.ready();
  return app.swagger() as unknown as Description;
}
