import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer } from '../../helpers/components/answers.ts';
import { button, heading, shows } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { advance, stopClock, unmoved } from '../../helpers/components/stopped-clock.ts';
import { makeProject, makeSummary, withFilm } from '../../helpers/served/project.ts';

const play = button('Play A project');
const download = button('Download A project');
const tip = page.getByRole('tooltip');
const isShown = (text: string) => tip.query()?.textContent === text;

/** Leaves the button: the second move shows that the pointer is not on its way to the tip. */
async function leave(): Promise<void> {
  await heading('My Video Compilations').hover();
  await page.getByRole('searchbox').hover();
  await unmoved(() => tip.query() === null);
}

describe('tips', () => {
  // product 9.34
  it('opens a tip after 700 ms, and the next one immediately within 300 ms', async () => {
    answer(calls.listProjects, [makeSummary(withFilm(makeProject()))]);
    await openApp('/?stage=videolist');
    await shows(play);
    stopClock();
    await play.hover();
    await advance(690);
    expect(tip.query()).toBeNull();
    await advance(20);
    await unmoved(() => isShown('Play A project'));

    await leave();
    await advance(290);
    await download.hover();
    await unmoved(() => isShown('Download A project'));
    await leave();
    await advance(310);
    await play.hover();
    await advance(690);
    expect(tip.query()).toBeNull();
  });
});
