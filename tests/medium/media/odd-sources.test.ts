import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeWhole } from '#core/ffmpeg/verify.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { filmSize } from '#film/framing/size.ts';
import { joinFilm, type JoinSection } from '../../../worker/media/join.ts';
import { readTracks } from '../../../worker/media/mov-boxes.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { ffprobe, rgbOf, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { ODD_SOURCES, type OddSource } from '../../helpers/media/odd-sources.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

/** Recorded videos, which are not part of the repository. */
const RECORDED = ['bunny.mp4', 'cars.mp4', 'crystal.mp4', 'talk.mp4'];
const SECTION_MS = 100;
const FRAMES = 3;

const at = tempFolder();
const media = testFfmpeg();
beforeAll(() => Promise.all(ODD_SOURCES.map((source) => source.make(at(source.file)))));

interface Part {
  name: string;
  path: string;
  imageFormat?: string | undefined;
  startMs: number;
}

async function render({ name, path, imageFormat, startMs }: Part, film: ReturnType<typeof filmSize>) {
  const spec = await sectionOf(path, { startMs, endMs: startMs + SECTION_MS }, { ...film, imageFormat });
  const outFile = at(`${name} ${film.width}x${film.height}.mov`);
  const { frames } = await renderSection(spec, { ffmpeg: media, outFile, threads: 2 });
  const { parameterSets } = (await readTracks(outFile)).find((track) => track.kind === 'vide')!;
  return {
    part: { path: outFile, frames, sectionId: name, title: name } satisfies JoinSection,
    parameterSets,
  };
}

async function filmOf(parts: Part[], size: ReturnType<typeof filmSize>) {
  const sections: JoinSection[] = [];
  const sets: Record<string, string> = {};
  const waiting = [...parts.entries()];
  const renderNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, part] = next;
      const rendered = await render(part, size);
      sections[index] = rendered.part;
      sets[part.name] = rendered.parameterSets;
    }
  };
  // For such a short section, most of the time is spent starting the program.
  await Promise.all([renderNext(), renderNext(), renderNext()]);
  const workDir = at(`film ${size.width}x${size.height} ${parts.length}`);
  await mkdir(workDir);
  const outFile = join(workDir, 'film.mp4');
  const shared = { ffmpeg: media, subtitlesPath: null, ...size, language: 'en' as const };
  const film = await joinFilm({ ...shared, sections, title: 'All kinds', outFile, workDir });
  return { outFile, film, sets };
}

/** Returns the colours of a film's picture where the source's own picture is. */
function seenIn(frame: Buffer, { shape }: OddSource, film: { width: number; height: number }) {
  const width = Math.min(film.width, film.height * shape);
  const height = Math.min(film.height, film.width / shape);
  const pixel = (x: number, y: number) => {
    const [column, row] = [film.width / 2 + (x - 0.5) * width, film.height / 2 + (y - 0.5) * height];
    const from = (Math.round(row) * film.width + Math.round(column)) * 3;
    return [...frame.subarray(from, from + 3)];
  };
  return { topLeft: pixel(0.25, 0.25), left: pixel(0.25, 0.75), right: pixel(0.75, 0.5) };
}

describe.each(
  (
    [
      ['720p', '16:9'],
      ['1080p', '16:9'],
      ['720p', '9:16'],
      ['720p', '4:5'],
    ] as const
  ).map(([quality, aspect]) => ({
    quality,
    aspect,
    size: filmSize(quality, aspect),
  })),
)('a film of $quality, $aspect', ({ size }) => {
  // product 4.81
  it('combines sources of every kind, each with its colours and its shape', async () => {
    const parts = ODD_SOURCES.map((source) => ({ ...source, path: at(source.file), startMs: 0 }));
    const { outFile, film, sets } = await filmOf(parts, size);
    const ordinary = sets[ODD_SOURCES[0]!.name];
    expect(sets).toEqual(Object.fromEntries(parts.map(({ name }) => [name, ordinary])));
    expect(film).toMatchObject({ width: size.width, height: size.height });
    await decodeWhole(media, outFile);
    const bytes = size.width * size.height * 3;
    const pictures = await rgbOf(outFile, FRAMES, 1);
    expect(pictures.length).toBe(parts.length * bytes);
    const wrong: string[] = [];
    for (const [index, source] of ODD_SOURCES.entries()) {
      const actual = seenIn(pictures.subarray(index * bytes, (index + 1) * bytes), source, size);
      for (const place of ['topLeft', 'left', 'right'] as const) {
        const off = Math.max(...actual[place].map((value, i) => Math.abs(value - source.seen[place][i]!)));
        if (off > source.tolerance) wrong.push(`${source.name}: ${place} ${actual[place].join(' ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.runIf(hasTestMedia())('joins sections of recorded videos with different formats', async () => {
    const parts = RECORDED.flatMap((name) => {
      const path = testMedia(`media/${name}`);
      return [0, 4000].map((startMs) => ({ name: `${name} ${startMs}`, path, startMs }));
    });
    const { outFile, sets } = await filmOf(parts, size);
    expect(new Set(Object.values(sets)).size).toBe(1);
    await decodeWhole(media, outFile);
    const read = ['-select_streams', 'v', '-count_frames', '-show_entries', 'stream=nb_read_frames'];
    expect(await ffprobe(outFile, ...read)).toBe(String(parts.length * FRAMES));
    const probe = await probeMedia(media, outFile);
    expect(probe.durationMs).toBe(parts.length * SECTION_MS);
  });
});
