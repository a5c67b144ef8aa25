// @ts-check
/**
 * What stands in for what, and what to set for the real one; a row that is real already says so.
 * @param {Record<string, string | undefined>} env
 * @param {(program: string) => boolean} has whether this machine has a program
 * @param {{ pages: string | null, runtime: string | null }} links what the API found of yt-dlp
 * @returns {[need: string, now: string, real: string][]}
 */
export function standingIn(env, has, links) {
  /** @type {(need: string, standIn: string, real: string, isReal: boolean) => [string, string, string]} */
  const row = (need, standIn, real, isReal) => [need, isReal ? 'the real one' : standIn, real];
  return [
    row(
      'Sign-in',
      'a stand-in, no account needed',
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
      Boolean(env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET),
    ),
    [
      'Videos',
      env.LIBRARY_DIR ? 'your folder and a library of samples' : 'a library of samples',
      'LIBRARY_DIR, a folder of yours',
    ],
    row(
      'YouTube, Vimeo',
      'stand-ins with the samples',
      'YOUTUBE_API_KEY and VIMEO_ACCESS_TOKEN',
      Boolean(env.YOUTUBE_API_KEY && env.VIMEO_ACCESS_TOKEN),
    ),
    ['Pages of links', pageReader(links), 'yt-dlp on PATH, or YT_DLP_PATH'],
    row('Internet Archive', 'a stand-in with the samples', 'ARCHIVE=on', env.ARCHIVE === 'on'),
    row(
      'Speech to text',
      has('pocketsphinx_continuous') ? 'pocketsphinx (English)' : 'nothing: no transcripts',
      'WHISPER_MODEL or TRANSCRIBE_URL',
      Boolean(env.WHISPER_MODEL || env.TRANSCRIBE_URL),
    ),
    row(
      'Voice',
      has('espeak-ng') ? 'espeak-ng' : 'espeak-ng as a slower npm build',
      'ELEVENLABS_API_KEY or SPEECH_URL',
      Boolean(env.ELEVENLABS_API_KEY || env.SPEECH_URL),
    ),
    row(
      'Translation',
      'none: texts are read as they are written',
      'LIBRETRANSLATE_URL, or CHAT_URL and CHAT_MODEL',
      Boolean(env.LIBRETRANSLATE_URL || env.CHAT_URL),
    ),
    row('Titles', 'key phrases', 'CHAT_URL and CHAT_MODEL', Boolean(env.CHAT_URL)),
    row(
      'YouTube channels',
      'a stand-in, nothing is published',
      'YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET',
      Boolean(
        (env.YOUTUBE_CLIENT_ID && env.YOUTUBE_CLIENT_SECRET) ||
        (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET),
      ),
    ),
    row(
      'Payment',
      'a test provider, nothing is charged',
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET',
      Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET),
    ),
    row(
      'Mail',
      'an outbox page at /api/outbox, nothing is sent',
      'SMTP_URL and MAIL_FROM',
      Boolean(env.SMTP_URL && env.MAIL_FROM),
    ),
    row('Database', 'a private PostgreSQL', 'DATABASE_URL', Boolean(env.DATABASE_URL)),
    row('Job queue', 'a private Redis', 'REDIS_URL', Boolean(env.REDIS_URL)),
  ];
}

/** @param {{ pages: string | null, runtime: string | null }} links */
function pageReader({ pages, runtime }) {
  if (pages === null) return 'none: links of video files alone';
  return `yt-dlp ${pages}, ${runtime === null ? 'no JavaScript runtime: little of YouTube' : `scripts by ${runtime}`}`;
}

/**
 * Lays rows out in columns.
 * @param {string[][]} rows
 * @returns {string}
 */
export function formatTable(rows) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
