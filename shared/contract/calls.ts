import type { ErrorCode } from './errors.ts';

export interface Call {
  tag:
    | 'Account'
    | 'Channel'
    | 'Billing'
    | 'Videos'
    | 'Projects'
    | 'Sections'
    | 'Films'
    | 'Runs'
    | 'Uploads'
    | 'Installation';
  /** One sentence: what it does, or gives. */
  summary: string;
  /** Errors beside those that follow from what the call takes. */
  errors?: readonly ErrorCode[];
  /** True when it needs no session. */
  open?: true;
}

/** Every documented call by its method and path. Its request and answer are the schemas that its route names. */
export const CALLS: Readonly<Record<string, Call>> = {
  'GET /api/config': {
    tag: 'Installation',
    summary: 'What this installation can do, and what stands in for what.',
    open: true,
  },

  'GET /api/auth/user': { tag: 'Account', summary: 'The signed-in user.' },
  'GET /api/user/stats': { tag: 'Account', summary: 'How many projects and videos the user has.' },
  'PATCH /api/user/settings': { tag: 'Account', summary: 'Changes any part of the settings.' },
  'GET /api/user/export': {
    tag: 'Account',
    summary:
      'Everything of the account but media, as a file; when it is much, as several: `X-Next-Part` says what `part` the next one is.',
  },
  'POST /api/user/import': {
    tag: 'Account',
    summary: 'Takes the projects of an export over; those that were imported before are skipped.',
  },
  'DELETE /api/user/sessions': {
    tag: 'Account',
    summary: 'Signs the user out on every device, here too.',
  },
  'DELETE /api/user': {
    tag: 'Account',
    summary: 'Deletes the account with all its data, when its e-mail address is given.',
    errors: ['unprocessable'],
  },

  'GET /api/user/credits': { tag: 'Billing', summary: 'The credits that are left, and their packs.' },
  'GET /api/user/credits/ledger': { tag: 'Billing', summary: 'How the credits came about, newest first.' },
  'POST /api/purchase-credits': {
    tag: 'Billing',
    summary: 'Buys a pack of credits: booked at once, or paid on the page that is named.',
    errors: ['conflict'],
  },

  'POST /api/youtube/auth': {
    tag: 'Channel',
    summary: 'Begins to connect a channel: where the user consents, or that one is connected already.',
  },
  'DELETE /api/youtube/auth': {
    tag: 'Channel',
    summary: 'Disconnects the channel and revokes its tokens.',
  },
  'POST /api/youtube/upload': {
    tag: 'Channel',
    summary: 'Takes a video in, as multipart/form-data, and sends it to the channel by a run.',
    errors: ['bad_request', 'too_large', 'unsupported_media_type', 'unprocessable'],
  },
  'GET /api/youtube/upload/:id': {
    tag: 'Channel',
    summary: 'How much of a video for the channel came before its connection broke; the rest may be sent.',
  },
  'GET /api/projects/:id/publish': {
    tag: 'Channel',
    summary: 'What a film is published as, with chapters and credits, unless something else is asked for.',
  },
  'POST /api/projects/:id/publish': {
    tag: 'Channel',
    summary: 'Sends a film to the channel by a run; the same film twice only when forced.',
    errors: ['conflict'],
  },

  'GET /api/videos/search': {
    tag: 'Videos',
    summary:
      'One page of videos, full while a source has more. X-Total-Count tells how many there are, as far as sources say; X-Source-Errors names those that failed; X-Source-Pending says that more videos are on their way.',
    errors: ['search_failed'],
  },
  'POST /api/videos/extract': {
    tag: 'Videos',
    summary: 'Adds a video by its link: what can be told of it, and what stands for the rest.',
    errors: ['unprocessable'],
  },

  'GET /api/user/videos': { tag: 'Projects', summary: "The user's compilations." },
  'GET /api/user/videos/deleted': { tag: 'Projects', summary: 'Deleted compilations that can be restored.' },
  'POST /api/projects/process': {
    tag: 'Projects',
    summary: 'Makes a project of the selected videos and begins to process them, for one credit.',
    errors: ['not_enough_credits', 'unknown_video', 'unprocessable'],
  },
  'GET /api/projects/:id': { tag: 'Projects', summary: 'A project with its sections and films.' },
  'PATCH /api/projects/:id': { tag: 'Projects', summary: "Changes a project's title or description." },
  'DELETE /api/projects/:id': {
    tag: 'Projects',
    summary: 'Deletes a project; it can be restored for 30 days.',
  },
  'POST /api/projects/:id/restore': { tag: 'Projects', summary: 'Restores a deleted project.' },
  'POST /api/projects/:id/duplicate': {
    tag: 'Projects',
    summary: 'Copies a project with its sections, for free.',
    errors: ['conflict'],
  },
  'GET /api/projects/:id/progress': { tag: 'Projects', summary: 'How far processing is.' },
  'POST /api/projects/:id/videos/retry': {
    tag: 'Projects',
    summary: 'Processes the videos that failed again, for free.',
    errors: ['conflict'],
  },

  'GET /api/projects/:id/clips': { tag: 'Sections', summary: 'The sections as clips, with their videos.' },
  'POST /api/projects/:id/sections': {
    tag: 'Sections',
    summary: 'Adds a section of one’s own: text with an image, a video or neither.',
    errors: ['sections_changed', 'unprocessable'],
  },
  'GET /api/projects/:id/sections/deleted': {
    tag: 'Sections',
    summary: 'Deleted sections that can be restored.',
  },
  'PATCH /api/projects/:id/sections/reorder': {
    tag: 'Sections',
    summary: 'Puts the sections in this order, which names each of them.',
    errors: ['sections_changed'],
  },
  'POST /api/projects/:id/sections/delete': {
    tag: 'Sections',
    summary: 'Deletes several sections as one edit; they can be restored for 30 days.',
    errors: ['sections_changed'],
  },
  'POST /api/projects/:id/sections/reset': {
    tag: 'Sections',
    summary: 'Gives every analysed section back what the analysis gave.',
  },
  'POST /api/projects/:id/undo': { tag: 'Sections', summary: 'Undoes the last edit.', errors: ['conflict'] },
  'POST /api/projects/:id/redo': {
    tag: 'Sections',
    summary: 'Does the last undone edit again.',
    errors: ['conflict'],
  },
  'GET /api/sections/:id/words': {
    tag: 'Sections',
    summary: 'The words that are said in a section and around it, with their times.',
  },
  'PATCH /api/sections/:id/update': {
    tag: 'Sections',
    summary: "Changes a section's title, text, range or media.",
    errors: ['unprocessable'],
  },
  'DELETE /api/sections/:id': {
    tag: 'Sections',
    summary: 'Deletes a section; it can be restored for 30 days.',
  },
  'POST /api/sections/:id/restore': {
    tag: 'Sections',
    summary: 'Restores a deleted section.',
    errors: ['unprocessable'],
  },
  'POST /api/sections/:id/split': {
    tag: 'Sections',
    summary: 'Splits a section in two.',
    errors: ['unprocessable'],
  },
  'POST /api/sections/:id/reset': {
    tag: 'Sections',
    summary:
      'Gives one analysed section back what the analysis gave; one that was split becomes whole again.',
    errors: ['conflict', 'unprocessable'],
  },

  'POST /api/projects/:id/generate': {
    tag: 'Films',
    summary: 'Begins to make a film; with isview it gives the link of the film that is there, or 404.',
    errors: ['conflict', 'sections_changed', 'unprocessable'],
  },
  'GET /api/projects/:id/generation-status': { tag: 'Films', summary: 'How far the newest film is.' },
  'GET /api/projects/:id/generation-plan': { tag: 'Films', summary: 'What a film would take to make now.' },
  'GET /api/projects/:id/video-link': { tag: 'Films', summary: 'A fresh link of the film, for an hour.' },
  'GET /api/projects/:id/download': {
    tag: 'Films',
    summary: 'Leads to the film in a language, else to the newest.',
  },
  'POST /api/projects/:id/share': {
    tag: 'Films',
    summary:
      'Gives the public link of the film in a language, else of the newest; makes it when there is none.',
    errors: ['conflict'],
  },
  'DELETE /api/projects/:id/share': {
    tag: 'Films',
    summary: 'Takes the public link of the film in a language back, else all of the project.',
  },

  'GET /api/runs/:id': { tag: 'Runs', summary: 'A run: one attempt at processing or generating.' },
  'POST /api/runs/:id/cancel': { tag: 'Runs', summary: 'Cancels a run; its credit comes back.' },
  'POST /api/runs/:id/retry': {
    tag: 'Runs',
    summary: 'Tries a failed or cancelled run again.',
    errors: ['not_enough_credits', 'conflict'],
  },

  'POST /api/objects/upload': {
    tag: 'Uploads',
    summary: 'Opens the way for a file: where to PUT it, and what a section calls it.',
    errors: ['unprocessable'],
  },
};

interface Takes {
  params?: unknown;
  querystring?: unknown;
  headers?: unknown;
  body?: unknown;
}

/** Every error that a call may answer with, most of which follow from what it takes. */
export function errorsOf(name: string, takes: Takes): ErrorCode[] {
  const call = CALLS[name];
  const changes = !name.startsWith('GET ');
  const codes: (ErrorCode | false | undefined)[] = [
    Boolean(takes.params ?? takes.querystring ?? takes.headers ?? takes.body) && 'bad_request',
    !call?.open && 'unauthorized',
    changes && 'forbidden',
    name.includes('/:') && 'not_found',
    Boolean(takes.body) && 'request_timeout',
    Boolean(takes.body) && 'too_large',
    Boolean(takes.body) && 'unsupported_media_type',
    // A key that was used for another request.
    Boolean(takes.headers) && 'unprocessable',
    ...(call?.errors ?? []),
    'too_many_requests',
    'internal',
    'unavailable',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
