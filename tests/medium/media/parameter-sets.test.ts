import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readTracks } from '../../../worker/media/mov-boxes.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { ffmpeg, ffprobe, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const media = testFfmpeg();
const FILM = { width: 192, height: 108, frameRate: 30 };

/** The metadata of an H.264 file, and its possible values. */
const PARAMETERS = {
  chromaLocation: ['unspecified', 'left', 'center', 'topleft', 'top', 'bottomleft', 'bottom'],
  primaries: ['unknown', 'bt470m', 'smpte170m', 'smpte240m', 'film', 'bt2020', 'smpte428', 'smpte432'],
  transfer: [
    'unknown',
    'gamma28',
    'linear',
    'log100',
    'iec61966-2-1',
    'bt2020-10',
    'smpte2084',
    'arib-std-b67',
  ],
  matrix: ['unknown', 'bt709', 'bt470bg', 'smpte240m', 'fcc', 'ycgco', 'bt2020nc', 'bt2020c', 'ictcp'],
  range: ['tv', 'pc'],
  format: ['yuv420p', 'yuv422p', 'yuv444p', 'gray', 'yuv420p10le', 'yuv422p10le'],
  fields: ['', 'tff=1', 'bff=1', 'fake-interlaced=1'],
  packing: ['', 'frame-packing=3', 'frame-packing=5'],
  aspect: ['1/1', '4/3', '8/9', '1/2', '0/1'],
  reordering: ['-bf 0 -refs 1', '-bf 8 -refs 8', '-bf 2 -refs 4 -level 6.2'],
  rate: ['30', '24000/1001', '12.5', '60'],
  turn: ['0', '90', '180', '270'],
} as const;
type DeclaredParameters = { [Name in keyof typeof PARAMETERS]: string };
const PLAIN = Object.fromEntries(
  Object.entries(PARAMETERS).map(([name, [first]]) => [name, first]),
) as DeclaredParameters;

let fileCount = 0;
async function make(declared: DeclaredParameters): Promise<string> {
  const path = at(`source-${fileCount++}.mp4`);
  const params = [declared.fields, declared.packing].filter(Boolean).join(':');
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    `testsrc2=s=64x48:r=${declared.rate}`,
    '-frames:v',
    '4',
    '-vf',
    `format=${declared.format},setsar=${declared.aspect}`,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-color_primaries',
    declared.primaries,
    '-color_trc',
    declared.transfer,
    '-colorspace',
    declared.matrix,
    '-color_range',
    declared.range,
    '-chroma_sample_location',
    declared.chromaLocation,
    ...declared.reordering.split(' '),
    ...(params ? ['-x264-params', params] : []),
    `${path}.mp4`,
  );
  await ffmpeg('-i', `${path}.mp4`, '-c', 'copy', '-metadata:s:v:0', `rotate=${declared.turn}`, path);
  return path;
}

/** Returns everything that decides whether packets of one section can follow those of another. */
async function describe(path: string, threads: number) {
  const outFile = `${path}.mov`;
  await renderSection(await sectionOf(path, { startMs: 0, endMs: 100 }, FILM), {
    ffmpeg: media,
    outFile,
    threads,
  });
  const { timescale, parameterSets } = (await readTracks(outFile)).find((track) => track.kind === 'vide')!;
  const entries =
    'stream=profile,level,pix_fmt,width,height,sample_aspect_ratio,color_range,color_space,color_transfer,color_primaries,chroma_location,field_order,has_b_frames,refs,time_base:stream_side_data';
  return {
    timescale,
    parameterSets,
    metadata: await ffprobe(outFile, '-select_streams', 'v', '-show_entries', entries),
  };
}

let expected: Awaited<ReturnType<typeof describe>>;
beforeAll(async () => {
  expected = await describe(await make(PLAIN), 1);
});

/** Rows in which every value of every parameter occurs at least once. */
const rows = Array.from(
  { length: Math.max(...Object.values(PARAMETERS).map((values) => values.length)) },
  (_, i) =>
    Object.fromEntries(Object.entries(PARAMETERS).map(([name, values]) => [name, values[i % values.length]])),
) as DeclaredParameters[];
/** Tags that contradict each other, or that a filter has under another name. */
const CONTRADICTIONS: DeclaredParameters[] = [
  { ...PLAIN, matrix: 'bt2020c', transfer: 'iec61966-2-1' },
  { ...PLAIN, matrix: 'smpte240m', primaries: 'bt2020' },
];
const any = fc.record(
  Object.fromEntries(Object.entries(PARAMETERS).map(([name, values]) => [name, fc.constantFrom(...values)])),
) as fc.Arbitrary<DeclaredParameters>;

it('are the same whatever a source states about itself', async () => {
  const isSame = async (declared: DeclaredParameters, threads: number) => {
    expect({ said: declared, ...(await describe(await make(declared), threads)) }).toEqual({
      said: declared,
      ...expected,
    });
  };
  for (const declared of [...rows, ...CONTRADICTIONS]) await isSame(declared, 1);
  await fc.assert(fc.asyncProperty(any, fc.integer({ min: 1, max: 4 }), isSame), { numRuns: 6 });
});
