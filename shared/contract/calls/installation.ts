import { appConfigSchema } from '../app-config.ts';
import { defineCall } from './define-call.ts';

export const readConfig = defineCall({
  method: 'GET',
  path: '/api/config',
  tag: 'Installation',
  summary: 'What this installation can do, and which services are simulated.',
  response: appConfigSchema,
  open: true,
});
