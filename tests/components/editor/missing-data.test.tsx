import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, refuse } from '../../helpers/components/answers.ts';
import { press, region, shows, text } from '../../helpers/components/find.ts';
import { makeSpoken, SPOKEN, visitEditor, wordButtons } from '../../helpers/served/editing.ts';
import { makeWords } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';

describe('transcript words', () => {
  it('reports transcript words that cannot be read, and loads them on Try Again', async () => {
    const served = serveProject(...makeSpoken());
    refuse(calls.readWords, 422);
    await visitEditor(served);
    await shows(text('The spoken words could not be loaded.'));
    expect(wordButtons()).toHaveLength(0);
    answer(calls.readWords, () => makeWords(served.section(0), SPOKEN));
    await press('Try Again');
    await expect.poll(() => wordButtons().length).toBe(SPOKEN.length);
  });

  it('keeps the playhead where it is when transcript words load late', async () => {
    const served = serveProject(...makeSpoken());
    const { release } = hold(calls.readWords);
    await visitEditor(served);
    const position = region('Preview').getByRole('slider', { name: 'Position' });
    await shows(position);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    await expect.element(position).toHaveAttribute('aria-valuenow', '4');
    release();
    await expect.poll(() => wordButtons().length).toBe(SPOKEN.length);
    await expect.element(position).toHaveAttribute('aria-valuenow', '4');
  });
});
