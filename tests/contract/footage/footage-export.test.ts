import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '#contract/exchange.ts';
import { addFootage } from '../../helpers/data/upload.ts';
import { openEditor } from '../../helpers/data/editor.ts';
import { readCsv } from '../../helpers/exchange/read-csv.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const folder = tempFolder();
const backend = await openTestBackend();
const app = await openTestApp(backend);
let clip: Buffer;
beforeAll(async () => {
  await makeSource(folder('clip.mp4'), { seconds: 1 });
  clip = await readFile(folder('clip.mp4'));
});

/** A project whose sections show the user's own footage. */
async function editFootage(name: string) {
  const edit = await openEditor(backend, app);
  const sent = await addFootage(app, edit.user, clip, { fileName: name });
  expect([sent.statusCode, sent.body]).toEqual([200, sent.body]);
  const { video } = sent.json();
  await backend.db
    .updateTable('sections')
    .set({ videoId: video.id })
    .where('projectId', '=', edit.project.projectId)
    .execute();
  return { edit, video };
}

describe('own footage in an exported film', () => {
  // product 14.24
  itInFullTier('has its file name in every list of media', async () => {
    const { edit, video } = await editFootage('tmcd take 2.mov');
    expect(video.title).toBe('tmcd take 2');
    const bodies = await Promise.all(
      EXPORT_FORMATS.map(async (format) => (await edit.call('GET', edit.path(`/export/${format}`))).body),
    );
    for (const body of bodies) expect(body).not.toContain(video.sourceId);
    const naming = EXPORT_FORMATS.filter((_, i) => bodies[i]!.includes('tmcd take 2.mov'));
    expect(naming).toEqual(expect.arrayContaining(['otio', 'fcpxml', 'edl', 'csv', 'media']));
    const [head, row] = readCsv((await edit.call('GET', edit.path('/export/media'))).body);
    expect(row![head!.indexOf('Video')]).toBe('tmcd take 2');
  });

  itInFullTier('exports source times with the timecode that the scan found', async () => {
    const { edit } = await editFootage('tmcd.mov');
    const timecode = { start: '01:00:00:00', rate: '30/1' };
    const { scanKey } = await backend.db
      .selectFrom('sections')
      .select('scanKey')
      .where('projectId', '=', edit.project.projectId)
      .executeTakeFirstOrThrow();
    await backend.db
      .updateTable('artifacts')
      .set({ data: sql`jsonb_set(data, '{video,timecode}', ${JSON.stringify(timecode)}::jsonb)` })
      .where('key', '=', scanKey!)
      .execute();
    await edit.update(edit.project.sections[0]!.id, { startTime: 3, endTime: 9 });
    const { body } = await edit.call('GET', edit.path('/export/edl'));
    expect(body).toContain('01:00:03:00 01:00:09:00 00:00:00:00 00:00:06:00');
  });

  // product 14.24
  it('has its title if its file name was not stored', async () => {
    const { edit, video } = await editFootage('v1.2 final.mov');
    const { fetchKey } = await backend.db
      .selectFrom('videos')
      .select('fetchKey')
      .where('id', '=', video.id)
      .executeTakeFirstOrThrow();
    const stored = await backend.db
      .selectFrom('artifacts')
      .select('data')
      .where('key', '=', fetchKey!)
      .executeTakeFirstOrThrow();
    const { originalName, ...data } = stored.data as { originalName: string };
    expect(originalName).toBe('v1.2 final.mov');
    await backend.db
      .updateTable('artifacts')
      .set({ data: JSON.stringify(data) })
      .where('key', '=', fetchKey!)
      .execute();
    const { body } = await edit.call('GET', edit.path('/export/edl'));
    expect(body).toContain('SOURCE FILE: v1.2 final.mp4');
  });
});
