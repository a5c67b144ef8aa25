/** The URL of the watch page's script. The page also plays without it. */
export const WATCH_SCRIPT_PATH = '/media/watch.js';

/**
 * Seeks to chapters, marks the one that is playing, shows where the current moment comes from, renews expired links, and shows a message when the
 * link has ended.
 */
export const WATCH_SCRIPT = `'use strict';
const video = document.querySelector('video');
const chapters = [...document.querySelectorAll('[data-start]')];
const moments = [...document.querySelectorAll('[data-from]')];
const shownOrigin = document.querySelector('#now');
const setCurrent = (element, is) => {
  if (is) element.setAttribute('aria-current', 'true');
  else element.removeAttribute('aria-current');
};
const starts = chapters.map((link) => Number(link.dataset.start));
if (video) {
  chapters.forEach((link, index) => link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    video.currentTime = starts[index];
    void video.play().catch(() => undefined);
    video.scrollIntoView({ block: 'nearest' });
  }));
  const mark = () => {
    const now = starts.findLastIndex((start) => start <= video.currentTime + 0.05);
    chapters.forEach((link, index) => setCurrent(link, index === now));
    const moment = moments.findLast(({ dataset }) => Number(dataset.from) <= video.currentTime && video.currentTime < Number(dataset.to));
    moments.forEach((item) => setCurrent(item, item === moment));
    const origin = moment?.querySelector('small').textContent ?? '';
    if (shownOrigin && shownOrigin.textContent !== origin) shownOrigin.textContent = origin;
  };
  for (const event of ['loadedmetadata', 'timeupdate', 'seeked']) video.addEventListener(event, mark);
  if (video.readyState > 0) mark();
  const say = (text) => { document.querySelector('#said').textContent = text; };
  const ask = (method) => fetch(location.pathname, { method, headers: { accept: 'text/html' } }).catch(() => null);
  const isShared = (answer) => {
    if (answer?.status !== 404) return true;
    video.pause();
    say('This video is no longer shared.');
    return false;
  };
  // Buffered video continues to play without an error.
  for (const event of ['play', 'ended']) video.addEventListener(event, async () => isShared(await ask('HEAD')));
  let renewed = 0;
  video.addEventListener('error', async () => {
    const { currentTime, paused } = video;
    const answer = await ask('GET');
    if (!answer) return say('The connection was lost. Reload the page to continue.');
    if (!isShared(answer)) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector('video');
    if (!fresh || Date.now() - renewed < 10000) return say('This video cannot be played now. Reload the page to continue.');
    renewed = Date.now();
    video.src = fresh.getAttribute('src');
    video.currentTime = currentTime;
    if (!paused) void video.play().catch(() => undefined);
  });
}
`;
