// Made by `npm run sdk` from the OpenAPI document. Do not edit.

/** The paths of the POST calls that accept an Idempotency-Key. */
export const IDEMPOTENT_PATHS = new Set([
  '/api/projects/process',
  '/api/projects/{id}/generate',
  '/api/projects/{id}/publish',
  '/api/projects/{id}/sections',
  '/api/projects/{id}/sections/copy',
]);
