import { StepError } from '../errors.ts';
import type { MediaFetcher } from './source.ts';

/** Files that users uploaded: the file is already stored, under the key of its fetch. */
export const uploads: MediaFetcher = {
  id: 'upload',
  revision: async () => [],
  fetch: async () => {
    throw new StepError('gone', 'This upload no longer exists. Upload the file again.');
  },
};
