import { z } from 'zod';
import { spokenLanguageSchema, uuidSchema, ms } from '../primitives.ts';
import { videoIdSchema } from '../videos.ts';
import { defineJob } from './job.ts';

/** runs.input of a hearing: a video of the project, and the language spoken in it. */
export const hearingInputSchema = z.object({ videoId: videoIdSchema, spoken: spokenLanguageSchema });
export type HearingInput = z.infer<typeof hearingInputSchema>;

/**
 * Titles the sections of a video from its new transcript. It fails if nothing was recognised, and then
 * changes nothing.
 */
export const finishHearing = defineJob({
  name: 'finish-hearing',
  queue: 'assemble',
  version: 2,
  input: z.object({ videoId: videoIdSchema }).strict(),
  result: z.object({
    /** Sections whose title a machine wrote, each with its range at that time, in ms. */
    titles: z.array(z.object({ sectionId: uuidSchema, startMs: ms, endMs: ms, title: z.string() })),
    /** The project's notices before and after. */
    settled: z.array(z.string()),
    notices: z.array(z.string()),
  }),
  tries: 3,
  stage: 'Naming sections',
});
