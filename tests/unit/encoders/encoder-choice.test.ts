import { expect, it } from 'vitest';
import { commonEncoder } from '#core/queue/common-encoder.ts';

const RENDERING = { queues: ['scan', 'render'] };

it.each([
  ['x264 without a worker', [], null],
  ['x264 if a worker has no hardware', [{ ...RENDERING, encoder: 'nvenc' as const }, RENDERING], null],
  ['the hardware of all workers', [{ ...RENDERING, encoder: 'nvenc' as const }], 'nvenc'],
  [
    'x264 if workers have different hardware',
    [
      { ...RENDERING, encoder: 'nvenc' as const },
      { ...RENDERING, encoder: 'qsv' as const },
    ],
    null,
  ],
  [
    'the hardware of the workers that render, whatever others have',
    [{ ...RENDERING, encoder: 'vaapi' as const }, { queues: ['transcribe'] }],
    'vaapi',
  ],
])('a new film has %s', (_, workers, expected) => {
  expect(commonEncoder(workers)).toBe(expected);
});
