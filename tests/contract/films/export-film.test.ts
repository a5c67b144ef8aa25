import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, type ExportFormat } from '#contract/exchange.ts';
import { type Editor, openEditor } from '../../helpers/data/editor.ts';
import { HOSTILE, SONG_SNAPSHOT } from '../../helpers/exchange/timeline.ts';
import { readCsv } from '../../helpers/exchange/read-csv.ts';
import { createUser } from '../../helpers/data/user.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

const exportAs = (edit: Editor, format: string, query = '') =>
  edit.call('GET', edit.path(`/export/${format}${query}`));
/** Reads the sections of the export, as objects by the names of the columns. */
async function sections(edit: Editor, query = '') {
  const [head, ...rows] = readCsv((await exportAs(edit, 'csv', query)).body);
  return rows.map((row) => Object.fromEntries(head!.map((name, i) => [name, row[i]])));
}

const TYPES: Record<ExportFormat, [string, string]> = {
  otio: ['application/json', '.otio'],
  fcpxml: ['application/xml', '.fcpxml'],
  edl: ['text/plain', '.edl'],
  srt: ['application/x-subrip', '.srt'],
  vtt: ['text/vtt', '.vtt'],
  txt: ['text/plain', '.txt'],
  csv: ['text/csv', '.csv'],
  media: ['text/csv', ' media.csv'],
};

describe('a film as a file', () => {
  // product 14.1
  it.each(EXPORT_FORMATS)('is saved under its title, and only for its owner: %s', async (format) => {
    const edit = await openEditor(backend, app);
    await edit.call('PATCH', edit.path(''), { title: HOSTILE });
    const answer = await exportAs(edit, format);
    expect(answer.statusCode).toBe(200);
    const [type, ending] = TYPES[format];
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(answer.headers['cache-control']).toBe('no-store');
    const name = /^attachment; filename="([ -~]*)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
      answer.headers['content-disposition'] as string,
    )!;
    expect(name[1]).toMatch(/^=1\+1 b & 'gpj\.exe .*\.\w+$/);
    expect(decodeURIComponent(name[2]!)).toBe(`=1+1 b & 'gpj.exe ]] -- নদী 👩‍🌾 en${ending}`);
    for (const sign of ['\u202E', '\u0001']) expect(answer.body).not.toContain(sign);
    const other = await createUser(backend);
    const stolen = await app.inject({
      url: edit.path(`/export/${format}`),
      headers: { cookie: other.cookie },
    });
    expect(stolen.statusCode).toBe(404);
  });

  // product 14.3
  it('has the sections in their order, with their ranges, speeds, texts and media', async () => {
    const edit = await openEditor(backend, app);
    const [one, two, three] = edit.project.sections.map(({ id }) => id);
    await edit.update(one!, { speed: 2 });
    await edit.update(two!, { startTime: 10.04, endTime: 12.5, sound: 'muted' });
    await edit.update(three!, { videoURL: await edit.upload('image'), sound: 'original' });
    await edit.create({ title: 'A card' });
    await edit.reorder([two!, one!, three!, (await edit.read()).sections.at(-1)!.id]);
    const rows = await sections(edit);
    expect(
      rows.map(({ Title, Start, End, Speed, Sound, Reel }) => [Title, Start, End, Speed, Sound, Reel]),
    ).toEqual([
      ['Section 2', '00:00:00:00', '00:00:02:14', '1x', 'muted', 'M001'],
      ['Section 1', '00:00:02:14', '00:00:07:14', '2x', 'original', 'M001'],
      ['Section 3', '00:00:07:14', '00:00:10:14', '1x', 'none', 'M002'],
      ['A card', '00:00:10:14', '00:00:13:14', '1x', 'none', ''],
    ]);
    expect(rows[0]).toMatchObject({ 'Source start': '00:00:10:01', 'Source end': '00:00:12:15' });
    expect(rows[1]).toMatchObject({ 'Source end': '00:00:10:00', Text: 'Text 1.', Channel: 'Tests' });
    expect(rows[2]!['File']).toBe('file.jpg');
  });

  // product 14.4
  it('is as long as the page shows, also before its narrations are recorded', async () => {
    const edit = await openEditor(backend, app);
    const long = 'Many words that nobody has said here before. '.repeat(12).trim();
    await edit.update(edit.project.sections[1]!.id, { transcription: long, sound: 'narrated' });
    const sectionViews = (await edit.read()).sections;
    expect(sectionViews[1]).toMatchObject({ narrated: true, effectiveEstimated: true });
    const rows = await sections(edit);
    expect(rows.map((row) => Number(row['Seconds']))).toEqual(
      sectionViews.map((one) => one.effectiveDuration),
    );
    expect(rows.map((row) => row['Estimated'])).toEqual(['no', 'yes', 'no']);
    const srt = (await exportAs(edit, 'srt')).body;
    expect(srt.replaceAll(/\s+/g, ' ')).toContain('Many words that nobody');
    const otio = JSON.parse((await exportAs(edit, 'otio')).body);
    expect(otio.tracks.children.map((track: { name: string }) => track.name)).toEqual([
      'Picture',
      'Original sound',
      'Narration',
    ]);
  });

  // product 22.15
  it('has the music as a track and in the list of media, and neither without music', async () => {
    const edit = await openEditor(backend, app);
    const tracks = async () =>
      JSON.parse((await exportAs(edit, 'otio')).body).tracks.children.map(
        (one: { name: string }) => one.name,
      );
    const list = async () => readCsv((await exportAs(edit, 'media')).body).map(([, file]) => file);
    expect(await tracks()).not.toContain('Music');
    const files = await list();
    const music = JSON.stringify({ ...SONG_SNAPSHOT, objectId: randomUUID(), fileName: 'A\u202Eb.mp3' });
    const own = backend.db.updateTable('projects').set({ music });
    await own.where('id', '=', edit.project.projectId).execute();
    expect((await tracks()).at(-1)).toBe('Music');
    expect(await list()).toEqual([...files, 'Ab.mp3']);
    expect((await exportAs(edit, 'edl')).body).toContain(' A2 ');
  });

  // product 19.2
  it('has a clip for each part of a section between its cuts', async () => {
    const edit = await openEditor(backend, app);
    const [, two] = edit.project.sections.map(({ id }) => id);
    const cuts = [
      { startMs: 12_000, endMs: 13_500 },
      { startMs: 18_000, endMs: 18_500 },
    ];
    await edit.update(two!, { cuts, sound: 'original' });
    const rows = await sections(edit);
    const times = ['Title', 'Start', 'End', 'Source start', 'Source end'];
    expect(rows.map((row) => times.map((name) => row[name])).slice(1, -1)).toEqual([
      ['Section 2', '00:00:10:00', '00:00:12:00', '00:00:10:00', '00:00:12:00'],
      ['Section 2 (2)', '00:00:12:00', '00:00:16:15', '00:00:13:15', '00:00:18:00'],
      ['Section 2 (3)', '00:00:16:15', '00:00:18:00', '00:00:18:15', '00:00:20:00'],
    ]);
    // Each part has the words that are spoken in it.
    expect(rows.map((row) => row['Text'])).toEqual(['Text 1.', 'Text 2.', '', '', 'Text 3.']);
    const otio = JSON.parse((await exportAs(edit, 'otio')).body);
    for (const track of otio.tracks.children) expect(track.children).toHaveLength(5);
  });

  // product 14.5
  it('has the requested language and shape', async () => {
    const edit = await openEditor(backend, app);
    await edit.update(edit.project.sections[0]!.id, { transcription: 'নদীর লেখা।' }, 'bn');
    const rows = await sections(edit, '?language=Bengali');
    expect(rows.map((row) => [row['Sound'], row['Text']])).toEqual([
      ['narrated', 'নদীর লেখা।'],
      ['narrated', 'Text 2.'],
      ['narrated', 'Text 3.'],
    ]);
    const xml = (await exportAs(edit, 'fcpxml', '?aspect=9:16&quality=720p')).body;
    expect(xml).toContain('<format id="film" frameDuration="1/30s" width="720" height="1280"/>');
  });

  // product 14.12
  it('is refused with a message if it does not exist', async () => {
    const edit = await openEditor(backend, app);
    expect((await exportAs(edit, 'mov')).statusCode).toBe(400);
    expect((await exportAs(edit, 'otio', '?language=Klingon')).statusCode).toBe(400);
    const { db } = backend;
    const ofProject = db.updateTable('sections').where('projectId', '=', edit.project.projectId);
    await ofProject.set({ fetchKey: null }).execute();
    const waiting = await exportAs(edit, 'otio');
    expect([waiting.statusCode, waiting.json().message]).toEqual([
      409,
      'The media of "Section 1" isn’t ready yet. Wait a moment, or replace it.',
    ]);
    for (const { id } of edit.project.sections) await edit.remove(id);
    expect((await exportAs(edit, 'srt')).statusCode).toBe(422);
  });
});
