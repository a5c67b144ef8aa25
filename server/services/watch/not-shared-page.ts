/** Shown for every invalid link, whatever the reason. */
export const NOT_SHARED = 'This video is no longer shared, or the link is incomplete.';

/** The same message as a page, for browsers. */
export const NOT_SHARED_PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Video not available</title>
  <style>
    :root { color-scheme: light dark }
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 20vh auto 0; padding: 0 1rem; text-align: center }
    h1 { font-size: 1.5rem }
  </style>
  <h1>Video not available</h1>
  <p>${NOT_SHARED}</p>
  <p>Please ask whoever sent you the link for a new one.</p>
</html>
`;
