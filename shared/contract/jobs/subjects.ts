import { z } from 'zod';
import { faceSampleSchema } from '../subjects.ts';
import { videoIdSchema } from '../videos.ts';
import { defineJob } from './job.ts';

/** The faces of one frame a second of a scanned video, and of the first frame of each shot, in order of time. */
export const findSubjects = defineJob({
  name: 'find-subjects',
  queue: 'scan',
  version: 1,
  input: z.object({ videoId: videoIdSchema }).strict(),
  result: z.object({ scanKey: z.string(), samples: z.array(faceSampleSchema) }),
  tries: 3,
  stage: 'Finding faces',
});
