/** The timings and rates of product.md's chapter 9, in milliseconds unless named otherwise. */
export const TOAST_MS = 5000;
export const TOAST_REMOVE_MS = 1_000_000;
export const TOAST_SWIPE_PX = 50;
export const ADDED_TOAST_MS = 2500;
export const REMOVED_TOAST_MS = 2000;
export const HIGHLIGHT_MS = 3000;
export const BANNER_MS = 600;
export const PRESERVE_SEARCH_MS = 1000;
export const LOGIN_REDIRECT_MS = 500;
export const SETTINGS_LOGIN_REDIRECT_MS = 1000;
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_MS = 300;

export const UPLOAD_NOTICE_MS = 5000;
/** An upload without progress for this long counts as stalled. */
export const UPLOAD_STALLED_MS = 30_000;

/** Polling, only while the socket is down. */
export const GENERATION_POLL_MS = 3000;
export const PROCESSING_POLL_MS = 2000;
export const COMPLETION_FIRST_MS = 10_000;
export const COMPLETION_POLL_MS = 1000;
/** A poll fails permanently after this long without any response. */
export const POLL_SILENCE_MS = 30_000;

export const FAKE_PROGRESS_LIMIT = 90;
export const FAKE_PROGRESS_STEP = 5;

export const AUTO_SAVE_MS = 1000;
/** The interval at which a change that did not reach the server is sent again. */
export const SEND_AGAIN_MS = 5000;
export const THEME_KEY = 'cutroom.theme';
/**
 * The minimum time for which the button shows that a generation was already running when the editor opened.
 */
export const FOUND_LABEL_MS = 1000;
