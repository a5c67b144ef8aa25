import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { ffmpeg } from '../media/lavfi.ts';
import { probe } from '../media/frames.ts';

interface Ranged {
  OTIO_SCHEMA: string;
  name: string;
  source_range: { duration: { value: number } };
}

/** Returns the frame at which each named clip of a track starts. A still belongs to the clip before it. */
function startsOf(children: Ranged[]): [string, number][] {
  let at = 0;
  const played = children.filter(({ OTIO_SCHEMA: schema }) => schema !== 'Transition.1');
  return played.flatMap(({ name, source_range: { duration } }) => {
    const start = at;
    at += duration.value;
    return name.endsWith(' (still)') ? [] : [[name, start] as [string, number]];
  });
}

/**
 * Compares an export with the film of the same sections: every start with the film's chapters, to the frame,
 * and the captions with the film's own, both as ffmpeg reads them.
 * @param exportAs returns an exported file's text
 * @param dir a folder for temporary files
 */
export async function compareWithFilm(
  exportAs: (format: string) => Promise<string>,
  { project, path, srt, dir }: { project: Project; path: string; srt: string; dir: string },
): Promise<void> {
  const { chapters, streams } = await probe(path);
  const rate = 30;
  expect(streams.find(({ codec_type: type }) => type === 'video')).toMatchObject({
    r_frame_rate: `${rate}/1`,
  });
  const expected = chapters.map(({ tags, start_time: start }) => [
    tags.title,
    Math.round(Number(start) * rate),
  ]);
  const otio = JSON.parse(await exportAs('otio'));
  expect(startsOf(otio.tracks.children[0].children)).toEqual(expected);

  const edl = await exportAs('edl');
  const clock = (frame: number) =>
    [Math.floor(frame / rate / 60), Math.floor(frame / rate) % 60, frame % rate].map((n) =>
      String(n).padStart(2, '0'),
    );
  for (const [, frame] of expected) expect(edl).toContain(` 00:${clock(frame as number).join(':')} `);
  const starts = [...(await exportAs('fcpxml')).matchAll(/ offset="(?:(\d+)\/30|0)s"/g)];
  expect(starts.map(([, frame]) => Number(frame ?? 0))).toEqual(expected.map(([, frame]) => frame));

  expect(await exportAs('srt')).toBe(srt);
  const read = async (name: string, text: string) => {
    await writeFile(`${dir}/${name}`, text);
    await ffmpeg('-i', `${dir}/${name}`, '-f', 'srt', `${dir}/${name}.read`);
    return readFile(`${dir}/${name}.read`, 'utf8');
  };
  expect(await read('.exported.srt', srt)).toBe(await read('.exported.vtt', await exportAs('vtt')));
  expect(srt.match(/-->/g)!.length).toBeGreaterThan(3);
  expect(project.sections).toHaveLength(expected.length);
}
