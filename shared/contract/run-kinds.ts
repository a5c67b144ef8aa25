/** All kinds of runs; each is a file in shared/core/runs/kinds. Only `processing` costs a credit. */
export const RUN_KINDS = [
  // Creates sections from videos.
  'processing',
  // Makes a film from sections.
  'generation',
  // Prepares media for the page: uploads, and the videos of imported projects.
  'preparation',
  // Sends a film, or a user's file, to their channel.
  'publishing',
  // Translates the texts of a project.
  'translation',
  // Records the narration of one section before its film is made.
  'listening',
  // Checks a finished film for faults.
  'checking',
  // Transcribes a video's speech again in another language.
  'hearing',
  // Makes the proxy of one video of existing sections.
  'previewing',
  // Detects the faces that a framing follows.
  'framing',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const MAKES: Record<RunKind, boolean> = {
  processing: true,
  generation: true,
  preparation: false,
  publishing: false,
  translation: false,
  listening: false,
  checking: false,
  hearing: false,
  previewing: false,
  framing: false,
};

/**
 * Whether a run creates sections or a film, which sets its project's status. Other kinds do not affect the
 * status.
 */
export const isMaking = ({ kind }: { kind: RunKind }): boolean => MAKES[kind];
