import { describe, expect, it } from 'vitest';
import { toast } from '../../helpers/browser/page-scene.ts';
import { press, heading, alerted, isHead, openFilms } from '../../helpers/browser/films.ts';

const { scene, withFilm, open, openFilm } = await openFilms();

describe('the complete stage', () => {
  it('says Video Generated Successfully! with sections, total duration, sources and a player', async () => {
    const { page } = await openFilm();
    await heading(page, 'Video Generated Successfully!').waitFor();
    const figures = await page.locator('dl').innerText();
    expect(figures.split('\n')).toEqual(
      expect.arrayContaining(['3', 'Sections', '0:12.00', 'Total duration', '1', 'Source']),
    );
    await page
      .getByRole('region', { name: 'Film: A project' })
      .getByRole('button', { name: 'Play' })
      .waitFor();
  });

  it('says Video Generation In Progress without a film, and neither shares nor downloads', async () => {
    const { page } = await openFilm(() => Promise.resolve());
    await heading(page, 'Video Generation In Progress').waitFor();
    for (const name of ['Share', 'Download'])
      expect(await page.getByRole('button', { name, exact: true }).getAttribute('aria-disabled')).toBe(
        'true',
      );
  });

  it('downloads the film under the title of its project, and says how large it is', async () => {
    const { page } = await openFilm();
    const button = page.getByRole('button', { name: /^Download \(/ });
    expect(await button.innerText()).toMatch(/^Download\s+\(\d+ KB\)$/);
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('A project.mp4');
  });

  it('alerts that the video is still being generated only while it is', async () => {
    const { page } = await openFilm();
    const generating = { code: 'not_found', message: 'No.', requestId: 'x', details: { generating: true } };
    await page.route(/video-link/, (route) => route.fulfill({ status: 404, json: generating }));
    await page.getByRole('button', { name: /^Download \(/ }).click();
    await alerted(page, 'Video is still being generated. Please wait for completion.');
    await press(page, 'OK');
    await press(page, 'Share');
    await alerted(
      page,
      'Video is not available for sharing or still being generated. Please try again later.',
    );
    await press(page, 'OK');
    // Its file is missing, so waiting does not help.
    await page.unrouteAll();
    await page.route(/film\.mp4/, (route) =>
      isHead(route) ? route.fulfill({ status: 404 }) : route.continue(),
    );
    for (const name of [/^Download \(/, /^Share$/]) {
      await page.getByRole('button', { name }).click();
      await alerted(page, 'The file of this video is missing: generate it again in the editor.');
      await press(page, 'OK');
    }
    expect(await page.getByText('Shared.').count()).toBe(0);
  });

  it('says so when the film cannot be played', async () => {
    const visit = await open(withFilm);
    await visit.page.route(/film\.mp4/, (route) => route.fulfill({ status: 404 }));
    await visit.page.goto(`/?project=${visit.projectId}&stage=complete`);
    const notice = visit.page.getByRole('alert');
    await notice.getByText('The file of this video is missing: generate it again in the editor.').waitFor();
    expect(await notice.count()).toBe(1);
  });

  it('copies the link of a shared film', async () => {
    const { page, context } = await openFilm();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Share');
    await toast(page, 'Link Copied').waitFor();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await press(page, 'Copy link');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain(`${scene.url}/media/share/`);
  });

  it('has chapters: the one that plays is marked, a press goes there, and so do the buttons', async () => {
    const { page } = await openFilm();
    const chapters = page.getByRole('navigation', { name: 'Chapters' });
    expect(await chapters.getByRole('button').allInnerTexts()).toEqual([
      '0:00\nSection 1',
      '0:04\nSection 2',
      '0:08\nSection 3',
    ]);
    await chapters.getByRole('button', { name: 'Section 2' }).click();
    const current = chapters.locator('[aria-current]');
    await expect.poll(() => current.innerText()).toContain('Section 2');
    await press(page, 'Pause');
    await press(page, 'Next chapter');
    await expect.poll(() => current.innerText()).toContain('Section 3');
    await press(page, 'Previous chapter');
    await expect.poll(() => current.innerText()).toContain('Section 2');
  });

  it('makes the frame where it stands its poster, and takes that back', async () => {
    const { page } = await openFilm();
    await page
      .getByRole('navigation', { name: 'Chapters' })
      .getByRole('button', { name: 'Section 2' })
      .click();
    await press(page, 'Pause');
    await press(page, 'Poster…');
    const dialog = page.getByRole('dialog', { name: 'Poster' });
    const film = page.getByRole('region', { name: 'Film: A project' }).locator('video');
    const usual = await film.getAttribute('poster');
    await dialog.getByRole('button', { name: /^Use the frame at 0:04/ }).click();
    await toast(page, 'Poster Changed').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => film.getAttribute('poster')).toMatch(/\/media\/signed/);
    await press(page, 'Poster…');
    const now = dialog.getByAltText('The poster now');
    await expect.poll(() => now.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
    await dialog.getByRole('button', { name: 'Remove poster' }).click();
    await expect.poll(() => film.getAttribute('poster')).toBe(usual);
  });

  it('fills the screen with the player, keeps its controls there, and gives the page back', async () => {
    const { page } = await openFilm();
    const filling = () => page.evaluate(() => document.fullscreenElement?.ariaLabel ?? null);
    await press(page, 'Full screen');
    await expect.poll(filling).toBe('Film: A project');
    await press(page, 'Play');
    await press(page, 'Exit full screen');
    await expect.poll(filling).toBe(null);
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  it('leads back to edit, to all videos, and to a new compilation that begins with nothing', async () => {
    const { page, projectId } = await openFilm();
    await press(page, 'Back to Edit');
    await heading(page, 'Sections (3)').waitFor();
    await page.goBack();
    await press(page, 'View All My Videos');
    await heading(page, 'My Video Compilations').waitFor();
    const kept = {
      id: 'library_1',
      title: 'Kept',
      thumbnail: '',
      duration: 5,
      source: 'library',
      channel: 'x',
    };
    await page.evaluate(
      (videos) => sessionStorage.setItem('cutroom.selection', videos),
      JSON.stringify([kept]),
    );
    await page.goto(`/?project=${projectId}&stage=complete`);
    await press(page, 'Create New Compilation');
    await heading(page, 'Find Videos to Include').waitFor();
    expect(await page.getByRole('button', { name: /^Process/ }).count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
  });
});
