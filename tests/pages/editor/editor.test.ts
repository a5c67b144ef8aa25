import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { changeAnswer } from '../../helpers/browser/answers.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { makePlayable, openEditStage, press, rows, titlesOf } from '../../helpers/browser/edit-scene.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const open = (options: Parameters<typeof openEditStage>[2] = {}) => openEditStage(scene, scan, options);

/** The texts of a row that are behind one of its buttons. */
const coveredBy = (button: Locator) =>
  button.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const texts = document.createTreeWalker(element.closest('li')!, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      // A truncated text ends with its element.
      const { right, width } = texts.currentNode.parentElement!.getBoundingClientRect();
      const text = range.getBoundingClientRect();
      const isBeside = Math.min(right, text.right) <= box.left || text.left >= box.right;
      const isAbove = text.bottom <= box.top || text.top >= box.bottom;
      // Texts for screen readers alone are a pixel wide.
      if (width > 1 && !isBeside && !isAbove) covered.push(texts.currentNode.textContent!);
    }
    return covered;
  });

describe('the edit stage', () => {
  itInFullTier('shows the full name of a source, on a separate line in a narrow pane', async () => {
    const { page } = await open({
      before: ({ page: opened }) =>
        changeAnswer<Project>(opened, /\/api\/projects\/[\w-]{36}(\?|$)/, (project) => ({
          ...project,
          sections: project.sections.map((section) => ({
            ...section,
            video: { ...section.video, title: 'A walk along the river, part one' },
          })),
        })),
    });
    const row = rows(page).nth(1).locator('xpath=ancestor::li');
    const name = async () => (await row.getByText('A walk along').boundingBox())!;
    const range = async () => (await row.getByText('0:10.00 - 0:20.00').boundingBox())!;
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await name()).width).toBeGreaterThan(60);
    expect((await name()).y).toBe((await range()).y);
    await page.setViewportSize({ width: 1024, height: 768 });
    expect((await name()).width).toBeGreaterThan(100);
    expect((await name()).y).toBeGreaterThan((await range()).y);
  });

  // product 2.129
  it('has rows of 56 px, with actions in the selected one and a menu under the pointer', async () => {
    const { page } = await open({ sections: 4 });
    const row = (at: number) => rows(page).nth(at).locator('xpath=ancestor::li');
    const lines = async (at: number) => (await row(at).boundingBox())!.height;
    const menu = (title: string) => page.getByRole('button', { name: `Actions for ${title}`, exact: true });
    const seen = (title: string) =>
      menu(title).evaluate((button) => Number(getComputedStyle(button).opacity));
    expect(await row(1).innerText()).toMatch(/^2\s/);
    // With the line above it.
    expect(await lines(1)).toBe(57);
    expect(await lines(0)).toBeGreaterThan(57);
    await page.getByRole('button', { name: 'Delete Section 1', exact: true }).waitFor();
    expect(await menu('Section 1').count()).toBe(0);
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      await page.mouse.move(0, 0);
      await expect.poll(() => seen('Section 2')).toBe(0);
      await rows(page).nth(1).hover();
      await expect.poll(() => seen('Section 2')).toBe(1);
      expect(await coveredBy(menu('Section 2'))).toEqual([]);
    }
    await page.mouse.move(0, 0);
    await menu('Section 3').focus();
    await expect.poll(() => seen('Section 3')).toBe(1);
  });

  // product 2.129
  itInFullTier('shows the actions of a row in a menu on a device without hover', async () => {
    const visit = await open({ sections: 3 });
    const context = await visit.context.browser()!.newContext({
      baseURL: scene.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      storageState: await visit.context.storageState(),
    });
    try {
      const page = await context.newPage();
      await page.goto(`/?project=${visit.projectId}&stage=edit`);
      await rows(page).first().waitFor();
      expect(await page.getByRole('button', { name: 'Delete Section 2', exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Actions for Section 2', exact: true }).tap();
      await page.getByRole('menuitem', { name: 'Delete Section 2', exact: true }).tap();
      await expect.poll(() => titlesOf(page)).toEqual(['Section 1', 'Section 3']);
    } finally {
      await context.close();
    }
  });

  it('scrolls the list to the section that is selected elsewhere', async () => {
    const { page } = await open({
      sections: 8,
      before: ({ page: opened }) => opened.setViewportSize({ width: 1440, height: 640 }),
    });
    const seenWhole = (row: number) =>
      rows(page)
        .nth(row)
        .evaluate((button) => {
          const own = button.closest('li')!.getBoundingClientRect();
          const list = button.closest('ul')!.getBoundingClientRect();
          return own.top >= list.top - 1 && own.bottom <= list.bottom + 1;
        });
    expect(await seenWhole(6)).toBe(false);
    for (let step = 0; step < 6; step++) await press(page, 'Next section');
    await expect.poll(() => seenWhole(6)).toBe(true);
    // Its row may grow later.
    const grown = rows(page).nth(6).locator('xpath=ancestor::li');
    await grown.evaluate((row) => (row.style.paddingBottom = '40px'));
    await expect.poll(() => seenWhole(6)).toBe(true);
  });

  itInFullTier(
    'renders only the rows near the visible part of a long list, and scrolls to the last one',
    async () => {
      const { page } = await open({ sections: 60 });
      expect(await rows(page).count()).toBeLessThan(30);
      await page.locator('#section-list').evaluate((list) => (list.scrollTop = list.scrollHeight));
      await rows(page).filter({ hasText: 'Section 60' }).click();
      expect(await rows(page).count()).toBeLessThan(30);
    },
  );
});
