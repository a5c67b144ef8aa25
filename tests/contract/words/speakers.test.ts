import { beforeEach, describe, expect, it } from 'vitest';
import { type DataExport, exportSchema } from '#contract/export.ts';
import { type Editor, openEditor, openSpokenSection, TEXT } from '../../helpers/data/editor.ts';
import { readCsv } from '../../helpers/exchange/read-csv.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

let edit: Editor;
/** ID of the second section, from 10 to 20 s of the video. */
let id: string;
beforeEach(async () => {
  ({ edit, id } = await openSpokenSection(backend, app));
});

const TALK = `WEBVTT

00:11.000 --> 00:13.000
<v Ann>Who is there?</v>
<v Bob>It is me.

00:14.000 --> 00:16.000
Nobody knows.
`;

const bringTalk = async () => {
  const file = Buffer.from(TALK).toString('base64');
  expect((await edit.call('POST', `/api/sections/${id}/subtitles`, { file })).statusCode).toBe(200);
};
const section = async (of = edit) => (await of.read()).sections[1]!;
const wordsBySpeaker = async () =>
  (await edit.words(id)).words.map(({ text, speaker }) => [
    text,
    ...(speaker === undefined ? [] : [speaker]),
  ]);

const SPEAKER_WORDS = [
  ...['Who', 'is', 'there?'].map((text) => [text, 'Ann']),
  ...['It', 'is', 'me.'].map((text) => [text, 'Bob']),
  ['Nobody'],
  ['knows.'],
];

describe('speakers of words', () => {
  // product 19.16
  it('speakers of words are imported with subtitles, known for the section, and removed by Undo', async () => {
    expect(await section()).toMatchObject({ transcription: TEXT, tellsSpeakers: false });
    await bringTalk();
    expect(await section()).toMatchObject({
      transcription: 'Who is there? It is me. Nobody knows.',
      tellsSpeakers: true,
    });
    expect(await wordsBySpeaker()).toEqual(SPEAKER_WORDS);
    await edit.call('POST', edit.path('/undo'));
    expect(await section()).toMatchObject({ tellsSpeakers: false });
    expect((await wordsBySpeaker())[0]).toEqual(['One']);
  });

  it('speakers of words stay with the words around a section, and with those that a wider range adds', async () => {
    await bringTalk();
    const { heard } = await edit.words(edit.project.sections[0]!.id);
    const of = (text: string) => heard.find((word) => word.text === text)!;
    expect(of('me.')).toMatchObject({ speaker: 'Bob' });
    expect(of('knows.')).not.toHaveProperty('speaker');
    await edit.update(edit.project.sections[0]!.id, { endTime: 14 });
    const { words } = await edit.words(edit.project.sections[0]!.id);
    expect(words.find((word) => word.text === 'there?')).toMatchObject({ speaker: 'Ann' });
  });

  it('speakers of words are absent for a section with replacement media', async () => {
    await bringTalk();
    await edit.update(id, { videoURL: await edit.upload('video') });
    expect(await section()).toMatchObject({ tellsSpeakers: false });
  });

  // product 19.16
  it('speakers of words are in an export, and restored by an import', async () => {
    await bringTalk();
    const { body } = await edit.call('GET', '/api/user/export');
    const data: DataExport = exportSchema.parse(JSON.parse(body));
    const { words } = data.projects[0]!.sections[1]!;
    expect(words.map(([text, , , , ...speaker]) => [text, ...speaker])).toEqual(SPEAKER_WORDS);
    const other = await openEditor(backend, app);
    expect((await other.call('POST', '/api/user/import', data)).json()).toMatchObject({ projects: 1 });
    const { id: projectId } = await backend.db
      .selectFrom('projects')
      .select('id')
      .where('userId', '=', other.user.id)
      .where('id', '!=', other.project.projectId)
      .executeTakeFirstOrThrow();
    const rows = await backend.db
      .selectFrom('sections')
      .select(['words', 'tellsSpeakers'])
      .where('projectId', '=', projectId)
      .where('tellsSpeakers', '=', true)
      .execute();
    expect(rows).toHaveLength(1);
    const imported = rows[0]!.words as { text: string; speaker?: string }[];
    expect(imported.map(({ text, ...word }) => [text, ...('speaker' in word ? [word.speaker] : [])])).toEqual(
      SPEAKER_WORDS,
    );
  });
});

describe('an exported film', () => {
  const exported = async (format: string) => (await edit.call('GET', edit.path(`/export/${format}`))).body;

  // product 19.16
  it('names the speakers: WebVTT by voices, the text by lines, the table by a column', async () => {
    await bringTalk();
    const captions = (await exported('vtt')).match(/(?<=\d\n)\S.*$/gm);
    expect(captions!.slice(1, -1)).toEqual(['<v Ann>Who is there?', '<v Bob>It is me.', 'Nobody knows.']);
    expect(await exported('txt')).toContain('\nAnn: Who is there?\nBob: It is me.\nNobody knows.\n');
    const [head, , row] = readCsv(await exported('csv'));
    expect([row![head!.indexOf('Speakers')], row![head!.indexOf('Text')]]).toEqual([
      'Ann, Bob',
      'Who is there? It is me. Nobody knows.',
    ]);
    expect(await exported('srt')).not.toMatch(/Ann|Bob/);
  });

  // product 19.16
  it('names the speakers of what cuts leave, at every speed', async () => {
    await bringTalk();
    await edit.update(id, { speed: 2, cuts: [{ startMs: 10_500, endMs: 12_100 }] });
    expect(await exported('txt')).toContain('\nBob: It is me.\nNobody knows.\n');
    expect(await exported('vtt')).not.toContain('<v Ann>');
  });

  // product 19.16
  it('names no speakers for a text that differs from the transcript', async () => {
    await bringTalk();
    await edit.update(id, {
      transcription: 'Somebody else wrote this, and no word of it is heard.',
      sound: 'muted',
    });
    for (const format of ['vtt', 'txt', 'csv']) expect(await exported(format)).not.toMatch(/Ann|Bob/);
  });
});

describe('a speaker', () => {
  const rename = (speaker: string, name: string) =>
    edit.call('POST', `/api/sections/${id}/speakers`, { speaker, name });
  const speakers = async (of = id) => [...new Set((await edit.words(of)).words.map((word) => word.speaker))];
  const toRender = async () =>
    (await edit.call('GET', edit.path('/generation-plan?quality=720p'))).json() as object;

  // product 19.16
  it('is renamed in all sections of the video as one edit, which changes no film', async () => {
    await bringTalk();
    await edit.split(id, 14);
    const [, first, second] = (await edit.read()).sections;
    const plan = await toRender();
    const answer = await rename('Ann', '  Doctor Ann ');
    expect([answer.statusCode, answer.json()]).toEqual([200, { sections: 2 }]);
    expect(await speakers(first!.id)).toEqual(['Doctor Ann', 'Bob']);
    const sectionWords = await edit.words(second!.id);
    expect(sectionWords.heard.map(({ speaker }) => speaker)).toContain('Doctor Ann');
    expect((await edit.read()).history.undo).toBe('Rename "Ann" to "Doctor Ann"');
    // Speakers do not change the pictures and sounds of a film.
    expect(await toRender()).toEqual(plan);
    await edit.call('POST', edit.path('/undo'));
    expect(await speakers(first!.id)).toEqual(['Ann', 'Bob']);
    await edit.call('POST', edit.path('/redo'));
    expect(await speakers(first!.id)).toEqual(['Doctor Ann', 'Bob']);
  });

  // product 19.16
  it('with the name of another speaker is merged with it', async () => {
    await bringTalk();
    expect((await rename('Bob', 'Ann')).json()).toEqual({ sections: 1 });
    expect(await speakers()).toEqual(['Ann', undefined]);
  });

  it.each([
    ['with an unknown name', { speaker: 'Cleo', name: 'Ann' }, 422],
    ['without a new name', { speaker: 'Ann', name: '  ' }, 400],
    ['with a new name of a thousand letters', { speaker: 'Ann', name: 'n'.repeat(1000) }, 400],
    ['with a new name that the database cannot store', { speaker: 'Ann', name: 'a\u0000b' }, 400],
  ])('%s is refused, and nothing changes', async (_, body, status) => {
    await bringTalk();
    const answer = await edit.call('POST', `/api/sections/${id}/speakers`, body);
    expect(answer.statusCode).toBe(status);
    expect(await speakers()).toEqual(['Ann', 'Bob', undefined]);
  });
});
