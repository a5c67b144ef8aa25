import { StepError } from '../lib/errors.ts';
import type { MediaFetcher } from './source.ts';

/** Files that users uploaded. They are already stored, under the keys of their fetches. */
export const uploads: MediaFetcher = {
  id: 'upload',
  revision: async () => [],
  fetch: async () => {
    throw new StepError('gone', 'This upload no longer exists. Upload the file again.');
  },
};
