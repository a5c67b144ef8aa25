import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { filmMetadata } from '../../../worker/media/chapters.ts';
import { ffmpeg, ffprobe, tempFolder } from '../../helpers/media/lavfi.ts';

const work = tempFolder();

it('writes chapter titles with special characters, such as a backslash at the end, into a film', async () => {
  const titles = ['C:\\', 'Plain', 'Two\\\\', '\\', 'a=b;c#d\\n', '[CHAPTER]', 'क्\\', '#1', "it's; done="];
  const chapters = titles.map((title) => ({ title, frames: 10 }));
  await writeFile(work('film.txt'), filmMetadata({ title: 'Film\\', frameRate: 10, chapters }));
  const picture = ['-f', 'lavfi', '-i', `color=s=64x64:r=10:d=${titles.length}`];
  const metadata = ['-f', 'ffmetadata', '-i', work('film.txt'), '-map', '0:v', '-map_metadata', '1'];
  await ffmpeg(...picture, ...metadata, '-map_chapters', '1', '-c:v', 'mpeg4', work('film.mp4'));
  const read = JSON.parse(
    await ffprobe(work('film.mp4'), '-show_chapters', '-show_entries', 'format_tags=title', '-of', 'json'),
  );
  const places = read.chapters.map((chapter: { start_time: string; tags: { title: string } }) => [
    Number(chapter.start_time),
    chapter.tags.title,
  ]);
  expect(places).toEqual(titles.map((title, second) => [second, title]));
  expect(read.format.tags.title).toBe('Film\\');
});
