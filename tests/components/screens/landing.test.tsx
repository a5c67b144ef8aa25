import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { PACKS } from '#contract/packs.ts';
import { answer, refuse } from '../../helpers/components/answers.ts';
import { button, link, region, shows, text, textsOf } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { hrefsOf } from '../../helpers/components/read-links.ts';
import { makeConfig } from '../../helpers/served/account.ts';

const CUT = 'Words are selected in a transcript and cut';

beforeEach(async () => {
  refuse(calls.readUser, 401);
  answer(
    calls.readConfig,
    makeConfig({
      footer: { terms: null, privacy: 'https://films.example/privacy', contact: 'mailto:films@example.com' },
    }),
  );
  await openApp('/');
  await shows(page.getByRole('heading', { level: 1 }));
});

describe('landing page', () => {
  // product 2.27, 2.28
  it('explains the product in four steps and six cards', () => {
    const steps = region('Four steps to a finished film');
    expect(textsOf(steps.getByRole('heading', { level: 3 }))).toEqual([
      'Search & Select',
      'AI Processing',
      'Edit & Arrange',
      'Export & Share',
    ]);
    const cards = region('An editor that stays out of the way').getByRole('listitem');
    expect(cards.elements()).toHaveLength(6);
  });

  it('shows its videos without bars beside them', () => {
    const fits = [...document.querySelectorAll('video')].map((video) => getComputedStyle(video).objectFit);
    expect(fits).toEqual(['cover', 'cover', 'cover', 'cover']);
  });

  // product 2.130
  it('shows the editor at work in three recordings, each with a heading and a sentence', () => {
    const clips = region('See it at work');
    expect(textsOf(clips.getByRole('heading', { level: 3 }))).toEqual([
      'Cut words, not frames',
      'Translate the whole film',
      'Share it with a link',
    ]);
    const files = clips
      .getByRole('listitem')
      .elements()
      .map((item) => {
        const { preload, muted, loop, src, poster } = item.querySelector('video')!;
        return { preload, muted, loop, files: [src, poster].map((url) => new URL(url).pathname) };
      });
    expect(files).toEqual(
      ['cut', 'translate', 'share'].map((name) => ({
        preload: 'none',
        muted: true,
        loop: true,
        files: [`/landing-${name}.mp4`, `/landing-${name}.webp`],
      })),
    );
  });

  // product 2.130
  it('offers to play a recording to visitors who prefer reduced motion, and then to pause it', async () => {
    await button(`Play: ${CUT}`).click();
    await button(`Pause: ${CUT}`).click();
    await shows(button(`Play: ${CUT}`));
  });

  // product 2.18, 2.29, 2.30
  it('links to the sign-in from the header, its beginning and its end', () => {
    const links = ['Get Started', 'Sign In to Continue', 'Sign In'].flatMap((name) => hrefsOf(link(name)));
    expect(links).toEqual([
      ['Get Started', '/auth/google'],
      ['Sign In to Continue', '/auth/google'],
      ['Sign In', '/api/login'],
    ]);
  });

  // product 2.27
  it('shows how many films are free in this installation', async () => {
    await shows(text('Your first 3 films are free. No card needed.'));
  });

  // product 2.27
  it('answers a question when it is pressed', async () => {
    const answer = text('You get the credit back, and you can try again.');
    await expect.element(answer).not.toBeVisible();
    await text('What happens if processing fails?').click();
    await shows(answer);
  });

  // product 2.27
  it('links to the pages that the operator has named, and to no others', async () => {
    const links = page.getByRole('contentinfo').getByRole('link');
    const footerLinks = () => links.elements().map((link) => [link.textContent, link.getAttribute('href')]);
    await expect.poll(footerLinks).toEqual([
      ['Privacy', 'https://films.example/privacy'],
      ['Contact', 'mailto:films@example.com'],
    ]);
  });

  // product 2.130
  it('names the price of every pack and of each of its credits', () => {
    const prices = region('One credit per film').getByRole('listitem').elements() as HTMLElement[];
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    expect(prices.map((price) => price.innerText.split('\n'))).toEqual(
      PACKS.map(({ packSize, priceCents }) => [
        `${packSize} credits`,
        `${dollars(priceCents / packSize)} each`,
        dollars(priceCents),
      ]),
    );
  });
});
