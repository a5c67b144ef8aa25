import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerptOf, lengthMs } from '#film/time/section-length.ts';
import { summariseSections } from '#core/repositories/projects/project-list.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { findSections, insertSection } from '#core/repositories/projects/sections.ts';
import { insertProject } from '#core/repositories/projects/projects.ts';
import { createVideos, openTestBackend } from '../../helpers/services/backend.ts';
import { createUser } from '../../helpers/data/user.ts';

const backend = await openTestBackend();
const { db } = backend;

const part = fc
  .tuple(fc.integer({ min: 0, max: 12_000 }), fc.integer({ min: 40, max: 4000 }))
  .map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
const sections = fc.array(
  fc.record({
    startMs: fc.integer({ min: 0, max: 5000 }),
    length: fc.integer({ min: 0, max: 9000 }),
    speed: fc.constantFrom(0.5, 0.8, 1, 1.25, 1.6, 2),
    cuts: fc.array(part, { maxLength: 3 }),
    isVideo: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

it("sums the sections of a listed project as the film's own lengths", async () => {
  const { id: userId } = await createUser(backend);
  const [videoId] = await createVideos(backend, 1);
  await fc.assert(
    fc.asyncProperty(sections, async (planned) => {
      const projectId = await insertProject(db, {
        userId,
        title: 'P',
        description: '',
        videoIds: [videoId!],
      });
      for (const [position, { length, isVideo, ...section }] of planned.entries()) {
        await insertSection(db, {
          projectId,
          kind: 'custom',
          title: 'A section',
          position,
          boundaries: { start: 'edited', end: 'edited' },
          ...section,
          endMs: section.startMs + length,
          videoId: isVideo ? videoId! : null,
        });
      }
      const rows = await findSections(db, projectId);
      const lengths = rows.map((row) => lengthMs(excerptOf(row, mediaOf(row))));
      const summary = (await summariseSections(db, [projectId], { clips: 0 })).get(projectId);
      expect(summary?.durationMs).toBe(lengths.reduce((sum, length) => sum + length, 0));
    }),
    { numRuns: 25, examples: [[[{ startMs: 0, length: 1001, speed: 2, cuts: [], isVideo: true }]]] },
  );
});
