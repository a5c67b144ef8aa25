import { createPages, escapeHtml } from '../pages.ts';
import type { Video } from './channel-state.ts';

const STYLE = `button { margin-top: 8px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; color: var(--dim); }
`;

const { page, messagePage, headers } = createPages('Stand-in for YouTube', STYLE);
export { messagePage, headers as PAGE_HEADERS };

/**
 * The page that asks for access to a channel. `query` is the client's request, sent back with the user's
 * answer.
 */
export const consentPage = (action: string, query: string): string =>
  page(
    'Stand-in for YouTube',
    `<h1>Connect a channel to Cutroom</h1>
<p class="mark">Stand-in for YouTube: no account is needed, nothing is published</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="query" value="${escapeHtml(query)}">
<label>Channel<input name="channel" value="Ada’s Workshop" maxlength="100" autocomplete="off"></label>
<button class="main" name="answer" value="allow">Allow</button>
<button name="answer" value="none">Allow, but this account has no channel</button>
<button name="answer" value="cancel">Cancel</button>
</form>`,
  );

/** The page on which a video would be played. */
export const watchPage = (video: Video): string =>
  page(
    video.title,
    `<h1>${escapeHtml(video.title)}</h1>
<p class="mark">Stand-in for YouTube: this is what was sent; no one else can see it</p>
<p>${escapeHtml(video.channel.title)} · ${escapeHtml(video.privacy)} · ${video.bytes} bytes · ${escapeHtml(video.uploadStatus)}</p>
<pre>${escapeHtml(video.description)}</pre>
<p>Nothing of the file is kept, so no video can be added by this page's link. <a href="/standins/media/">These links</a> can be.</p>
<p><a href="/">Back to Cutroom</a></p>`,
  );
