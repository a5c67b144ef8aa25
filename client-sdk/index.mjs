export { createClient } from './lib/client.mjs';
export { CutroomError, RunError } from './lib/errors.mjs';
