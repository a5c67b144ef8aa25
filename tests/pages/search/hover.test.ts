import axe from 'axe-core';
import type { ElementHandle, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { checkAll } from '../../helpers/screens/look.ts';
import { openScreens } from '../../helpers/screens/open-screens.ts';

/** Screens that together show every kind of control. */
const SCREENS = [
  'landing: full',
  'search: full, two selected, a source that failed',
  'search: dialog Upload Video to YouTube, under way',
  'search: menu of the account',
  'edit: full',
  'edit: several checked',
  'complete: full, shared',
  'video list: full',
  'video list: menu of a card',
  'settings: changed',
];
/** A selected control has no hover style, and plain checkboxes are drawn by the browser. */
const CONTROLS = [
  'a[href]',
  'button:not([data-select], [aria-current], [aria-selected=true])',
  'li:has([data-select]:not([aria-current]))',
  'label:has(img)',
  'input:not([type=checkbox], [type=file])',
  'select',
  'textarea',
  '[role=slider]',
  '[role=menuitem]',
  '[role=menuitemradio]',
].join();
type Control = ElementHandle<HTMLElement>;

const scene = await openScene();
const { user, screens } = await openScreens(scene);

/** Returns the control's rendering, with all its contents. */
const styleOf = (control: Control): Promise<string> =>
  control.evaluate((element) => {
    const facts = [element, ...element.querySelectorAll('*')].map((part) => {
      const { color, backgroundColor, borderColor, boxShadow, opacity, scale, width } =
        getComputedStyle(part);
      return [color, backgroundColor, borderColor, boxShadow, opacity, scale, width];
    });
    return JSON.stringify(facts);
  });

/** Returns the middle of the control's visible part; `null` if something covers it. */
const middle = (control: Control): Promise<{ x: number; y: number } | null> =>
  control.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(x, y);
    return there && element.contains(there) ? { x, y } : null;
  });

const tooFaint = (control: Control): Promise<string[]> =>
  control.evaluate(async (element) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(element, { runOnly: ['color-contrast'], preload: false });
    return violations.flatMap(({ nodes }) => nodes.map(({ any }) => any[0]!.message));
  });

/** Returns one control of each style that was not tested yet. */
async function newControls(page: Page, visited: Set<string>): Promise<Control[]> {
  const fresh: Control[] = [];
  for (const handle of await page.locator(`:is(${CONTROLS}):visible`).elementHandles()) {
    const control = handle as Control;
    const description = await control.evaluate((element) => {
      const facts = ['role', 'aria-disabled', 'aria-pressed', 'data-state'].map((name) =>
        element.getAttribute(name),
      );
      return [element.tagName, element.className, ...facts].join();
    });
    if (visited.has(description)) continue;
    visited.add(description);
    fresh.push(control);
  }
  return fresh;
}

for (const theme of ['light', 'dark']) {
  it(`changes every control under the pointer if it can be pressed, and keeps it legible, in ${theme}`, async () => {
    const { context } = await scene.visit(user);
    const visited = new Set<string>();
    let tried = 0;
    const wrong = await checkAll(
      [() => context.newPage()],
      screens.filter(({ name }) => SCREENS.includes(name)),
      async (page) => {
        await page.evaluate(axe.source);
        await page.evaluate(
          (dark) => document.documentElement.classList.toggle('dark', dark),
          theme === 'dark',
        );
        const problems: string[] = [];
        for (const control of await newControls(page, visited)) {
          await page.mouse.move(1, 1);
          const at = await middle(control);
          if (!at) continue;
          tried += 1;
          const before = await styleOf(control);
          await page.mouse.move(at.x, at.y);
          await control.waitForElementState('stable');
          const answers = (await styleOf(control)) !== before;
          const name = await control.evaluate((element) =>
            (element.ariaLabel ?? element.textContent)?.slice(0, 40),
          );
          const inactive = await control.evaluate((element) =>
            element.matches(':disabled, [aria-disabled=true]'),
          );
          if (answers === inactive) problems.push(`${name} ${inactive ? 'answers' : 'does not answer'}`);
          problems.push(...(await tooFaint(control)).map((line) => `${name}: ${line}`));
        }
        return problems;
      },
    );
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(40);
  });
}
