import { StepError } from '../errors.ts';
import type { MediaFetcher } from './source.ts';

/** What users sent themselves: its file is here from the beginning, under the key that a fetch of it has. */
export const uploads: MediaFetcher = {
  id: 'upload',
  revision: async () => [],
  fetch: async () => {
    throw new StepError('gone', 'This upload is gone. Please send it again.');
  },
};
