import { renderSection, type SectionSpec } from '../../../worker/media/render.ts';
import { testFfmpeg } from '../media/lavfi.ts';

/**
 * Returns a function that renders sections, each into a new file.
 * @param at returns a file's path in a folder of the test
 */
export function sectionRenderer(at: (name: string) => string) {
  const ffmpeg = testFfmpeg();
  let fileCount = 0;
  return async (spec: SectionSpec, threads = 1) => {
    const outFile = at(`rendered-${fileCount++}.mov`);
    return { outFile, ...(await renderSection(spec, { ffmpeg, outFile, threads })) };
  };
}
