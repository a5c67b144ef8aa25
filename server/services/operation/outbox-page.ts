import type { Mail } from '#contract/mails.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
/** URLs in a mail's text become links, as in mail programs. */
const link = (escaped: string) =>
  escaped.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem; color-scheme: light dark }
  article { border: 1px solid #8886; border-radius: 8px; margin: 1rem 0; padding: 1rem }
  h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
  p { margin: .25rem 0; opacity: .8 }
  pre { font: inherit; margin: .75rem 0 0; overflow-wrap: anywhere; white-space: pre-wrap }`;

/** Renders the outbox as a page without scripts. `sends`: mails are also sent. */
export function outboxPage(mails: Mail[], sends: boolean): string {
  const articles = mails.map(
    (mail) => `<article>
      <h2>${escape(mail.subject)}</h2>
      <p>To ${escape(mail.to)}, <time datetime="${mail.createdAt}">${mail.createdAt.replace('T', ' ').slice(0, 16)} UTC</time></p>
      <pre>${link(escape(mail.text))}</pre>
    </article>`,
  );
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Outbox – Cutroom</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>Outbox</h1>
    <p>Mails to you.${sends ? '' : ' No mail server is set up, so they are only shown here.'} <a href="/settings">Back to Settings</a></p>
    ${articles.join('\n') || '<p>No mail yet. You’ll get one when a run ends while you have no page open.</p>'}
  </body>
</html>
`;
}
