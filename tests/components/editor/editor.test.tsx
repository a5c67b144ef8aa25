import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, press, shows, toast } from '../../helpers/components/find.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

describe('editor', () => {
  it('saves the title of a section on Enter', async () => {
    const { section } = await openEditor();
    await page.getByRole('textbox', { name: 'Title' }).fill('The spring');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => section(0).title).toBe('The spring');
    expect(requestsOf(calls.updateSection).map(({ body }) => body)).toEqual([{ title: 'The spring' }]);
  });

  it('keeps a changed title when the reset of its section fails', async () => {
    await openEditor();
    refuse(calls.resetSection, 503, 'The clips are busy.');
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('Changed');
    await press('Reset section');
    await shows(toast('Reset Failed'));
    await shows(toast('The clips are busy.'));
    await expect.element(title).toHaveValue('Changed');
    await shows(button('Reset section'));
  });

  it('shows a change of another tab', async () => {
    const { change } = await openEditor();
    await shows(page.getByRole('heading', { name: 'A project', level: 1 }));
    await change((project) => ({ ...project, title: 'The river' }));
    await shows(page.getByRole('heading', { name: 'The river', level: 1 }));
  });
});
