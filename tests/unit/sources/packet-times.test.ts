import { describe, expect, it } from 'vitest';
import { inspectEnd } from '#core/ffmpeg/file-end.ts';
import { readPacketTimes } from '#core/ffmpeg/packet-times.ts';
import type { VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';

type Packet = [stream: number, start: number, length: number | 'N/A'];

/** Creates an ffprobe that prints these packets and these lines of a log. */
function printing(packets: Packet[], log: string[] = []): Ffmpeg {
  const probe: Ffmpeg['probe'] = async (_args, options) => {
    for (const line of log) options?.onLogLine?.(line);
    return packets.map((packet) => packet.join(',')).join('\n');
  };
  return { probe } as Ffmpeg;
}

/** Returns packets of one stream, one a second. */
const run = (stream: number, from: number, count: number): Packet[] =>
  Array.from({ length: count }, (_, index) => [stream, from + index, 1]);

describe('readPacketTimes', () => {
  it('returns where the last packet of each stream starts and ends', async () => {
    const { streams } = await readPacketTimes(printing([...run(0, 0, 3), [1, 5, 'N/A']]), 'a.webm');
    expect([...streams]).toEqual([
      [0, { last: 2, end: 3 }],
      [1, { last: 5, end: 5 }],
    ]);
  });

  it.each([
    ['restart', [...run(0, 10, 6), ...run(0, 10, 6)]],
    ['jump ahead', [...run(0, 10, 6), ...run(0, 76, 6)]],
    ['jump twice', [...run(0, 10, 4), ...run(0, 100, 4), ...run(0, 3, 4)]],
  ])('joins parts whose timestamps %s', async (_name, packets) => {
    const { streams } = await readPacketTimes(printing(packets), 'a.ts', { joinsJumps: true });
    expect(streams.get(0)).toEqual({ last: 21, end: 22 });
  });

  it('does not treat reordered frames or a short gap as a jump', async () => {
    const packets: Packet[] = [
      [0, 0, 1],
      [0, 3, 1],
      [0, 1, 1],
      [0, 2, 1],
      [0, 11, 1],
    ];
    const { streams } = await readPacketTimes(printing(packets), 'a.ts', { joinsJumps: true });
    expect(streams.get(0)).toEqual({ last: 11, end: 12 });
  });

  it('ignores packets without a time', async () => {
    const ffmpeg = { probe: async () => '0,N/A,1.0\n\n0,2.0,N/A,\n' } as unknown as Ffmpeg;
    expect((await readPacketTimes(ffmpeg, 'a.ts')).streams.get(0)).toEqual({ last: 2, end: 2 });
  });
});

describe('inspectEnd', () => {
  const file = {
    video: { index: 0, endMs: 15_000 } as VideoInfo,
    durationMs: 15_000,
    startMs: 0,
    formatName: 'mov,mp4,m4a,3gp,3g2,mj2',
  };

  it('accepts a last frame that lasts to the stated end', async () => {
    const end = await inspectEnd(printing([[0, 10, 5]]), 'a.mp4', file);
    expect(end).toEqual({ lastFrameMs: 10_000, isMissing: false });
  });

  it('accepts a video whose sound continues to the stated end', async () => {
    const end = await inspectEnd(printing([[0, 4, 1], ...run(1, 10, 5)]), 'a.mp4', file);
    expect(end).toEqual({ lastFrameMs: 4000, isMissing: false });
  });

  it('reports a file none of whose streams reach the stated end', async () => {
    const end = await inspectEnd(printing([...run(0, 0, 6), ...run(1, 0, 6)]), 'a.mp4', file);
    expect(end.isMissing).toBe(true);
  });

  it('reports a Matroska file only if its demuxer does, since its last frame has no length', async () => {
    const mkv = { ...file, formatName: 'matroska,webm' };
    expect((await inspectEnd(printing([[0, 10, 'N/A']]), 'a.mkv', mkv)).isMissing).toBe(false);
    const log = ['[matroska,webm @ 0x1] File ended prematurely'];
    expect((await inspectEnd(printing([[0, 10, 'N/A']], log), 'a.mkv', mkv)).isMissing).toBe(true);
  });

  it('counts from the start of the container', async () => {
    const late = { ...file, startMs: 1400, formatName: 'matroska,webm' };
    expect((await inspectEnd(printing([[0, 11.4, 5]]), 'a.mkv', late)).lastFrameMs).toBe(10_000);
  });
});
