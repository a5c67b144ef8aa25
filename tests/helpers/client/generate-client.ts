import openapiTypes, { astToString } from 'openapi-typescript';
import { describeCalls, type Description, type Operation } from './describe-calls.ts';

/** The folder of the client. */
export const CLIENT = new URL('../../../client-sdk/', import.meta.url);

const IDEMPOTENCY_HEADER = 'idempotency-key';
const HEADER = '// Made by `npm run sdk` from the OpenAPI document. Do not edit.\n\n';
const REF = /"#\/components\/schemas\/([^"]+)"/g;

/** Returns the client's generated files: their texts by their names in its folder. */
export async function generateFiles(): Promise<Record<string, string>> {
  const description = forKeys(await describeCalls());
  const types = astToString(await openapiTypes(JSON.stringify(description), { silent: true }));
  const paths = idempotentPaths(description)
    .map((path) => `  '${path}',\n`)
    .join('');
  return {
    'openapi.generated.d.ts': `${HEADER}${types}`,
    'lib/idempotent.generated.mjs': `${HEADER}/** The paths of the POST calls that accept an Idempotency-Key. */\nexport const IDEMPOTENT_PATHS = new Set([\n${paths}]);\n`,
  };
}

/**
 * Returns the description of the calls that a program can make: those that admit API keys or all callers.
 * Errors are omitted, since the client throws them.
 */
function forKeys(description: Description): Description {
  const paths = Object.entries(description.paths).flatMap(([path, operations]) => {
    const admitted = Object.entries(operations).filter(([, operation]) => admitsKeys(operation));
    if (admitted.length === 0) return [];
    return [
      [path, Object.fromEntries(admitted.map(([method, one]) => [method, withoutErrors(one)]))] as const,
    ];
  });
  return withoutUnused({ ...description, paths: Object.fromEntries(paths) });
}

function admitsKeys({ security }: Operation): boolean {
  return security !== undefined && (security.length === 0 || security.some((way) => 'apiKey' in way));
}

const withoutErrors = (operation: Operation): Operation => ({
  ...operation,
  responses: Object.fromEntries(
    Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status)),
  ),
});

/** Returns the description without schemas that neither its calls nor other used schemas refer to. */
function withoutUnused(description: Description): Description {
  const { schemas } = description.components;
  const used = new Set(['Error']);
  const queue: object[] = [description.paths];
  for (let part = queue.pop(); part; part = queue.pop()) {
    for (const [, name] of JSON.stringify(part).matchAll(REF)) {
      if (used.has(name!)) continue;
      used.add(name!);
      queue.push(schemas[name!]!);
    }
  }
  const remaining = Object.entries(schemas).filter(([name]) => used.has(name));
  return {
    ...description,
    components: { ...description.components, schemas: Object.fromEntries(remaining) },
  };
}

function idempotentPaths({ paths }: Description): string[] {
  const accepting = Object.entries(paths).filter(([, { post }]) =>
    post?.parameters?.some(({ name }) => name === IDEMPOTENCY_HEADER),
  );
  return accepting.map(([path]) => path).toSorted();
}
