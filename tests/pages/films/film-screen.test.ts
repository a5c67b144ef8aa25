import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/film-check.ts';
import { endRun } from '#core/repositories/runs/runs.ts';
import { openFilms, press } from '../../helpers/browser/films.ts';
import { lookWholly } from '../../helpers/screens/look-wholly.ts';

const { backend, openFilm } = await openFilms();
const { db } = backend;

const resultIn = ([first = '', second = '', third = '']: string[]): CheckResult => ({
  narrations: 'none',
  more: 0,
  findings: [
    {
      kind: 'loudness',
      severity: 'fault',
      lufs: -8.2,
      wantedLufs: -16,
      startMs: 0,
      endMs: 12_000,
      sectionId: null,
    },
    { kind: 'black', severity: 'fault', startMs: 1000, endMs: 4000, sectionId: first },
    {
      kind: 'clipped-word',
      severity: 'fault',
      word: 'river',
      edge: 'end',
      startMs: 7000,
      endMs: 8000,
      sectionId: second,
    },
    {
      kind: 'misheard',
      severity: 'hint',
      share: 0.6,
      words: ['stream', 'begins'],
      startMs: 8000,
      endMs: 12_000,
      sectionId: third,
    },
  ],
});

describe('film screen', () => {
  it('enters full screen with the player and its controls, and leaves it again', async () => {
    const { page } = await openFilm();
    const filling = () => page.evaluate(() => document.fullscreenElement?.ariaLabel ?? null);
    await press(page, 'Full screen');
    await expect.poll(filling).toBe('Film: A project');
    await press(page, 'Play');
    await press(page, 'Exit full screen');
    await expect.poll(filling).toBe(null);
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
  });

  // product 2.138
  it('makes the player as large as leaves its controls in the window, also above a shared film', async () => {
    const { page } = await openFilm();
    await press(page, 'Share');
    await press(page, 'Create link');
    await page.getByRole('button', { name: 'Stop sharing' }).waitFor();
    const player = page.getByRole('region', { name: 'Film: A project' });
    for (const [width, height, least] of [
      [1024, 700, 500],
      [1440, 900, 800],
      [1920, 1080, 1000],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = (await player.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      expect(box.width).toBeGreaterThanOrEqual(least);
    }
  });

  it('starts a check and shows its findings accessibly, with links that survive a reload', async () => {
    const { page, projectId, ids } = await openFilm();
    await press(page, 'Check this film');
    await page.getByText('Checking the film').waitFor();
    const { id } = await db
      .selectFrom('runs')
      .select('id')
      .where('projectId', '=', projectId)
      .where('kind', '=', 'checking')
      .executeTakeFirstOrThrow();
    await endRun(db, id, { status: 'completed', message: 'The film was checked.', result: resultIn(ids) });
    await page.reload();
    await page.getByText('Checks: 4 suggestions').click();
    await page.getByRole('list', { name: 'What the check found' }).waitFor();
    expect(await lookWholly(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open section Section 2' }).click();
    const selected = page.locator(`[data-select="${ids[1]}"]`);
    await expect.poll(() => selected.getAttribute('aria-current')).toBe('true');
    await page.reload();
    await expect.poll(() => selected.getAttribute('aria-current')).toBe('true');
  });
});
