import { expect, it } from 'vitest';
import { createSession } from '#core/repositories/account/sessions.ts';
import { openScene, refuse, toast } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';

const scene = await openScene();

it('Sign Out Everywhere ends the sessions of two browsers at once, after it was asked', async () => {
  const user = await createUser(scene.backend);
  const { token } = await createSession(scene.backend.db, user.id);
  const stranger = await createUser(scene.backend);
  const sessions = async () =>
    (await scene.backend.db.selectFrom('sessions').select('user_id').execute()).map((row) => row.user_id);
  const [here, there] = [await scene.visit(user), await scene.visit({ ...user, cookie: `cutroom=${token}` })];
  await there.page.route(/\/api\/login$/, (route) => route.fulfill({ body: 'The provider' }));
  await there.page.goto('/profile');
  await there.page.locator('html[data-transport="websocket"]').waitFor();
  await here.page.goto('/settings');
  const button = here.page.getByRole('button', { name: 'Sign Out Everywhere' });
  const dialog = here.page.getByRole('dialog', { name: 'Sign Out Everywhere' });
  const confirm = dialog.getByRole('button', { name: 'Sign Out Everywhere' });

  await button.click();
  await dialog.getByText('including this one').waitFor();
  await here.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await sessions()).toHaveLength(3);

  await refuse(here.page, /\/api\/user\/sessions$/, 503, 'Please try again in a moment.');
  await button.click();
  await confirm.click();
  await dialog.getByRole('alert').getByText('Please try again in a moment.').waitFor();
  await here.page.unroute(/\/api\/user\/sessions$/);

  const toProvider = there.page.waitForURL(/\/api\/login$/);
  // The page leaves a second later.
  await Promise.all([toast(here.page, 'Signed Out').waitFor(), confirm.click()]);
  await here.page
    .getByRole('button', { name: 'Get Started' })
    .or(here.page.getByRole('link', { name: 'Get Started' }))
    .first()
    .waitFor();
  // Nobody asked there: the page was told.
  await toProvider;
  expect(await sessions()).toEqual([stranger.id]);
});
