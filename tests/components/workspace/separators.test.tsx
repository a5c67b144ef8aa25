import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { shows } from '../../helpers/components/find.ts';
import { openUnmountable, resize } from '../../helpers/components/open-app.tsx';
import { serveProject } from '../../helpers/served/serve-project.ts';

const list = page.getByRole('separator', { name: 'Width of the section list' });
const inspector = page.getByRole('separator', { name: 'Width of the inspector' });

/** Opens the editor. `reload` ends the visit and begins another one. */
async function open() {
  const { current } = serveProject();
  const visit = () => openUnmountable(`/?project=${current().id}&stage=edit`);
  let opened = await visit();
  await shows(list);
  return {
    reload: async () => {
      await opened.unmount();
      opened = await visit();
      await shows(list);
    },
  };
}

const numberOf = (separator: Locator, name: 'now' | 'min' | 'max'): number =>
  Number(separator.element().getAttribute(`aria-value${name}`));
/** The width of the pane that a separator controls, in pixels. */
const widthOf = (separator: Locator): number =>
  Math.round(
    document.getElementById(separator.element().getAttribute('aria-controls')!)!.getBoundingClientRect()
      .width,
  );
/** The width that a separator reports, and the width of its pane. */
const widthsOf = (separator: Locator): number[] => [numberOf(separator, 'now'), widthOf(separator)];
const focus = (separator: Locator): void => (separator.element() as HTMLElement).focus();

describe('separators of the panes', () => {
  // product 2.133
  it('change the width of their pane by arrow keys, Home and End', async () => {
    await open();
    const [before, least, most] = (['now', 'min', 'max'] as const).map((name) => numberOf(list, name));
    focus(list);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => widthsOf(list)).toEqual([before! + 16, before! + 16]);
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await expect.poll(() => widthsOf(list)).toEqual([before! - 48, before! - 48]);
    await userEvent.keyboard('{End}');
    await expect.poll(() => widthsOf(list)).toEqual([most!, most!]);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => widthsOf(list)).toEqual([least!, least!]);
    // The pane is to the right of the separator.
    const inspectorWidth = numberOf(inspector, 'now');
    focus(inspector);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => widthsOf(inspector)).toEqual([inspectorWidth - 16, inspectorWidth - 16]);
  });

  // product 2.133
  it('separators of the panes keep the widths over a reload, and restore the default on Enter', async () => {
    const { reload } = await open();
    const before = numberOf(list, 'now');
    focus(list);
    await userEvent.keyboard('{Home}');
    await reload();
    await expect.poll(() => widthsOf(list)).toEqual([numberOf(list, 'min'), numberOf(list, 'min')]);
    focus(list);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => widthsOf(list)).toEqual([before, before]);
    await reload();
    await expect.poll(() => widthsOf(list)).toEqual([before, before]);
  });

  // product 2.133
  it('separators of the panes follow the pointer, and restore the default on a double click', async () => {
    await open();
    const before = numberOf(inspector, 'now');
    await userEvent.dragAndDrop(inspector, page.getByRole('button', { name: 'Mark out' }));
    await expect.poll(() => numberOf(inspector, 'now')).toBe(numberOf(inspector, 'max'));
    expect(widthOf(inspector)).toBe(numberOf(inspector, 'max'));
    await inspector.dblClick();
    await expect.poll(() => widthsOf(inspector)).toEqual([before, before]);
  });

  // product 2.133
  it('leave the player its minimum width in a smaller window, and the chosen widths in a larger one', async () => {
    await open();
    focus(inspector);
    await userEvent.keyboard('{End}');
    const chosen = numberOf(inspector, 'now');
    const player = () => document.querySelector('[aria-label=Preview]')!.getBoundingClientRect().width;
    await resize([1024, 700]);
    await expect.poll(() => numberOf(inspector, 'now')).toBeLessThan(chosen);
    expect(player()).toBeCloseTo(352, 0);
    await resize([1440, 900]);
    await expect.poll(() => widthsOf(inspector)).toEqual([chosen, chosen]);
  });
});
