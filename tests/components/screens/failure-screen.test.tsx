import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../helpers/components/answers.ts';
import { departuresOf } from '../../helpers/components/departures.ts';
import { button, heading, lacks, link, press, shows } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';

const failure = heading('Something went wrong on this page');
const PROJECT = '5f0c7f4e-3d0b-4a51-8a68-0f6b0f1d9a11';

beforeEach(() => {
  // React logs each error that a boundary caught.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => errors.mockRestore());
});

/** Opens an editor that breaks because its project has no sections at all. */
async function openBroken(): Promise<void> {
  serve(/^\/api\/projects\/[\w-]+$/, () => Response.json({}));
  await openApp(`/?project=${PROJECT}&stage=edit`);
  await shows(failure);
}

describe('failure screen', () => {
  it('shows an id, and copies a report with it', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    onTestFinished(() => copied.mockRestore());
    await openBroken();
    const id = document.querySelector('code')!.textContent!;
    expect(id).toMatch(/^\w{6,}$/);
    await press('Copy');
    await shows(button('Copied'));
    expect(copied.mock.calls.map(([text]) => text.split('\n'))).toEqual([
      [id, expect.stringContaining('Error: '), window.location.href, expect.stringMatching(/^20\d\d-/)],
    ]);
  });

  it('leads home by loading the page again', async () => {
    await openBroken();
    await link('Back to Home').click();
    expect(departuresOf()).toEqual(['/']);
  });

  it('closes when another screen is opened', async () => {
    serve(/^\/api\/user\/videos$/, () => Response.json([{}]));
    await openApp('/');
    await page.getByRole('banner').getByRole('button', { name: 'My Videos' }).click();
    await shows(failure);
    window.history.back();
    await shows(heading('Find Videos to Include'));
    await lacks(failure);
    expect(departuresOf()).toEqual([]);
  });
});
