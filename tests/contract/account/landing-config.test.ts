import { expect, it } from 'vitest';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

// product 2.27
it('gives the landing page the free films and the links of the operator', async () => {
  const backend = await openTestBackend({
    WELCOME_CREDITS: '5',
    TERMS_URL: 'https://films.example/terms/',
    CONTACT_URL: 'mailto:films@example.com',
  });
  const app = await openTestApp(backend);
  expect((await app.inject('/api/config')).json()).toMatchObject({
    welcomeCredits: 5,
    footer: { terms: 'https://films.example/terms/', privacy: null, contact: 'mailto:films@example.com' },
  });
});
