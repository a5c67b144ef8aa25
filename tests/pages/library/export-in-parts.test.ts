import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Download } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { exportSchema, type ProjectExport } from '#contract/export.ts';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const scene = await openScene();
const { db } = scene.backend;
const dir = await mkdtemp(join(tmpdir(), 'cutroom-exports-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Independent of the file or the account of origin. */
const contentOf = (projects: ProjectExport[]) =>
  projects
    .map(({ title, description, videos, sections }) =>
      JSON.stringify({ title, description, videos, sections }),
    )
    .toSorted();

async function readExport(path: string): Promise<ProjectExport[]> {
  return exportSchema.parse(JSON.parse(await readFile(path, 'utf8'))).projects;
}

it('an account of more than one file is saved as several, which bring everything back', async () => {
  const owner = await createUser(scene.backend);
  for (const title of ['Rivers', 'Gardens', 'Mountains']) {
    const { projectId } = await createProject(scene.backend, owner.id, { sections: 10 });
    await db.updateTable('projects').set({ title }).where('id', '=', projectId).execute();
    // 4 MB of text in each.
    await sql`UPDATE section_texts SET text = repeat(${`${randomUUID()} `}, 10000) FROM sections
      WHERE sections.id = section_id AND project_id = ${projectId}`.execute(db);
  }
  const { page } = await scene.visit(owner);
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  await toast(page, 'Data Exported').waitFor();
  const names = downloads.map((download) => download.suggestedFilename());
  expect(names).toEqual([
    expect.stringMatching(/^cutroom-data-\d{4}-\d\d-\d\d\.json$/),
    expect.stringMatching(/^cutroom-data-\d{4}-\d\d-\d\d-2\.json$/),
  ]);
  await page.getByText(`Your data was saved as 2 files, from ${names[0]} to ${names[1]}.`).first().waitFor();
  const files = names.map((name) => join(dir, name));
  await Promise.all(downloads.map((download, index) => download.saveAs(files[index]!)));
  const saved = await Promise.all(files.map(readExport));
  expect(saved.map((projects) => projects.length)).toEqual([2, 1]);

  const other = await createUser(scene.backend);
  const there = await scene.visit(other);
  await there.page.goto('/settings');
  for (const [index, file] of files.entries()) {
    await there.page.getByLabel('Exported file').setInputFiles(file);
    const added = index === 0 ? '2 projects added' : '1 project added';
    await there.page.getByText(`${added}; the media is being prepared.`).first().waitFor();
  }
  await there.page.goto('/?stage=videolist');
  for (const title of ['Rivers', 'Gardens', 'Mountains'])
    await there.page.getByRole('heading', { name: title }).waitFor();

  await there.page.goto('/settings');
  const brought: Download[] = [];
  there.page.on('download', (download) => brought.push(download));
  await there.page.getByRole('button', { name: 'Export My Data' }).click();
  await toast(there.page, 'Data Exported').waitFor();
  const again = await Promise.all(brought.map(async (download) => readExport(await download.path())));
  expect(contentOf(again.flat())).toEqual(contentOf(saved.flat()));
});
