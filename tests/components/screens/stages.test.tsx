import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, requestsOf, serve } from '../../helpers/components/answers.ts';
import { button, dialog, heading, lacks, press, region, shows } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { makeProject, makeSection, makeSummary, makeVideo, withFilm } from '../../helpers/served/project.ts';
import { row, showsSelected } from '../../helpers/served/editing.ts';
import { openEditor, serveProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

/** Another picture than other fixtures have. */
const THUMBNAIL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=';
const empty = heading('Start searching for videos');
const selected = region('Selected videos');

describe('editor', () => {
  // product 2.76
  it('shows the thumbnail of a video that cannot be played yet', async () => {
    const video = makeVideo({ thumbnail: THUMBNAIL });
    const sections = [0, 1].map((position) =>
      makeSection(position, { preview: null, video, videoId: video.id }),
    );
    await openEditor(makeProject({ sections }));
    await shows(button('Back to Home'));
    const widths = () =>
      [...document.querySelectorAll(`main img[src="${THUMBNAIL}"]`)].map(
        (image) => image.getBoundingClientRect().width,
      );
    // A large one, beside the small ones of the rows.
    await expect.poll(() => Math.max(...widths())).toBeGreaterThan(400);
    expect(document.querySelectorAll('main video')).toHaveLength(0);
  });
});

describe('selected section', () => {
  // product 4.89
  itInFullTier('is in the address, so that a reload selects it again', async () => {
    const served = await openEditor();
    const project = served.current();
    await row('Section 3').click();
    const there = `/?project=${project.id}&stage=edit&section=${project.sections[2]!.id}`;
    await expect.poll(address).toBe(there);
    await row('Section 1').click();
    await expect.poll(address).toBe(`/?project=${project.id}&stage=edit`);
    await row('Section 2').click();
    await expect.poll(address).toContain(`section=${project.sections[1]!.id}`);
    await showsSelected('Section 2');
  });

  // product 4.89
  it('is the one that the address names', async () => {
    const served = serveProject(makeProject());
    const { id, sections } = served.current();
    await openApp(`/?project=${id}&stage=edit&section=${sections[2]!.id}`);
    await showsSelected('Section 3');
    expect(address()).toContain(`section=${sections[2]!.id}`);
  });

  it('adds no entry to the history', async () => {
    await openEditor();
    const before = window.history.length;
    await row('Section 3').click();
    await expect.poll(address).toContain('section=');
    expect(window.history.length).toBe(before);
  });
});

describe('new compilation', () => {
  // product 2.86, 4.12
  it('has neither the search nor the selection of the last one', async () => {
    const project = withFilm(makeProject());
    serveProject(project);
    answer(calls.listProjects, [makeSummary(project)]);
    answer(calls.readFilmCheck, { run: null, result: null });
    answer(calls.readVideoLink, { finalVideoLink: '/media/films/film.mp4' });
    serve(/^\/media\/films\/film\.mp4$/, () => new Response(null));
    answer(calls.searchVideos, [makeVideo({ title: 'River' })]);
    hold(calls.extractVideo);

    await openApp('/?q=river&duration=short');
    await page.getByRole('checkbox', { name: 'River' }).click();
    await press('Add YouTube video link');
    const add = dialog('Add Video Manually');
    await add.getByLabelText('Video URL').fill('https://youtu.be/dQw4w9WgXcQ');
    await add.getByRole('button', { name: 'Add Video' }).click();
    await lacks(add);
    await shows(selected);
    await expect.poll(() => requestsOf(calls.extractVideo).length).toBe(1);

    await press('My Videos');
    await press('Play A project');
    await press('Create New Compilation');
    await shows(empty);
    await lacks(selected);
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
    expect(address()).toBe('/');

    // The way back from the editor does not bring them back either.
    await press('My Videos');
    await press('View Clips (3)');
    await press('Back to Home');
    await shows(empty);
    await lacks(selected);
  });
});
