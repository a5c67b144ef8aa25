import { z } from 'zod';
import { MAX_TEXT } from './limits.ts';
import {
  languageCodeSchema,
  languageSchema,
  STORABLE,
  timestampSchema,
  titleSchema,
  uuidSchema,
} from './primitives.ts';
import { filmChoicesSchema } from './film-choices.ts';
import { editHistorySchema } from './section-edits.ts';
import { sectionUpdateSchema } from './sections.ts';
import { FILM_FIELDS, sectionDifferenceSchema } from './versions.ts';

/** The maximum number of changes of one proposal. */
export const MAX_PROPOSED_CHANGES = 50;
/** The maximum number of proposals of a project that wait for a decision. */
export const MAX_PENDING_PROPOSALS = 5;
/** The maximum number of letters of all texts of one proposal. */
const MAX_PROPOSED_LETTERS = 200_000;

// Not a pattern in the tool's JSON schema: other programs may not support this one.
const isStorable = (text: string): boolean => STORABLE.test(text);
const INVALID = 'The text contains invalid characters.';
const storedTitleSchema = titleSchema.refine(isStorable, INVALID);
const { startTime, endTime, cuts } = sectionUpdateSchema.shape;
const content = {
  title: storedTitleSchema.optional(),
  transcription: z
    .string()
    .max(MAX_TEXT, `A text has at most ${MAX_TEXT} characters.`)
    .refine(isStorable, INVALID)
    .optional()
    .describe('The text of the section, which captions and narrations use.'),
  startTime: startTime.describe('Where it starts, in seconds of its video.'),
  endTime: endTime.describe('Where it ends, in seconds of its video.'),
  cuts: cuts.describe('Parts of its video to leave out, in ms of its video.'),
};
const after = uuidSchema.nullable().optional();

/** A change of one section. Absent fields stay unchanged. */
export const proposedEditSchema = z
  .object({
    sectionId: uuidSchema,
    ...content,
    after: after.describe('Moves the section after this one; null moves it to the start.'),
    delete: z.literal(true).optional().describe('Deletes the section.'),
  })
  .strict()
  .refine((edit) => Object.keys(edit).length > 1, 'Nothing to change.');
export type ProposedEdit = z.infer<typeof proposedEditSchema>;

/** A section to add. */
export const proposedAdditionSchema = z
  .object({
    from: uuidSchema
      .optional()
      .describe(
        'The section whose video it plays. It is copied with its settings; startTime and endTime select another moment of the video. Without it, a title card is added.',
      ),
    ...content,
    after: after.describe('The section that it follows; null for the start. By default it is the last one.'),
  })
  .strict()
  .refine(({ from, title }) => from !== undefined || title !== undefined, 'A title card needs a title.');
export type ProposedAddition = z.infer<typeof proposedAdditionSchema>;

/** What a proposal changes beside sections. Absent fields stay unchanged. */
export const filmRequestSchema = z.object({
  projectTitle: storedTitleSchema.optional().describe('Another title of the project.'),
  options: filmChoicesSchema
    .omit({ style: true, captionDesign: true })
    .strict()
    .refine((options) => Object.keys(options).length > 0, 'Nothing to change.')
    .optional()
    .describe('Options of the film in this language, such as its shape, its captions or its credits.'),
});

const lettersOf = (changes: readonly { transcription?: string | undefined }[]): number =>
  changes.reduce((sum, change) => sum + (change.transcription?.length ?? 0), 0);

/** The fields of POST /api/projects/{id}/proposals. */
const proposalRequestFields = {
  title: storedTitleSchema.describe('What the edit does, in a few words, for the creator.'),
  language: languageSchema.default('en').describe('The language of the texts.'),
  edits: z.array(proposedEditSchema).max(MAX_PROPOSED_CHANGES).default([]),
  additions: z.array(proposedAdditionSchema).max(MAX_PROPOSED_CHANGES).default([]),
  ...filmRequestSchema.shape,
};

/** POST /api/projects/{id}/proposals */
export const proposalRequestSchema = z
  .object(proposalRequestFields)
  .strict()
  .refine(
    ({ edits }) => new Set(edits.map(({ sectionId }) => sectionId)).size === edits.length,
    'Name each section once.',
  )
  .refine(
    ({ edits, additions }) => edits.length + additions.length <= MAX_PROPOSED_CHANGES,
    `A proposal can have up to ${MAX_PROPOSED_CHANGES} changes.`,
  )
  .refine(
    ({ edits, additions }) => lettersOf([...edits, ...additions]) <= MAX_PROPOSED_LETTERS,
    `The texts of a proposal can have up to ${MAX_PROPOSED_LETTERS} letters.`,
  );
export type ProposalRequest = z.output<typeof proposalRequestSchema>;

export const proposalStatusSchema = z.enum(['pending', 'accepted', 'declined']);
export type ProposalStatus = z.infer<typeof proposalStatusSchema>;

/**
 * One section that the proposal changes, adds or removes. An added one has its future ID. `from` and `to` are
 * positions as in the comparison of versions.
 */
export const proposedSectionSchema = sectionDifferenceSchema.omit({ lost: true }).extend({
  /** The existing section that it is, or that an added one copies; `null` for a title card. */
  shows: z.nullable(uuidSchema),
  /** `stale`: the section was edited since the proposal, so this change cannot be accepted. */
  state: z.enum(['open', 'stale', 'accepted', 'declined']),
});
export type ProposedSection = z.infer<typeof proposedSectionSchema>;

const optionValueSchema = z.union([z.string(), z.boolean(), z.null()]);

/** The title of the project and the options of the film, as far as the proposal changes them. */
export const proposedFilmSchema = z.object({
  fields: z.array(
    z.object({
      field: z.enum(['projectTitle', ...FILM_FIELDS]),
      from: optionValueSchema,
      to: optionValueSchema,
    }),
  ),
  /** `stale`: one of them was changed since the proposal, so they cannot be accepted. */
  state: proposedSectionSchema.shape.state,
});
export type ProposedFilm = z.infer<typeof proposedFilmSchema>;

/** The cost of the film with the whole proposal. */
export const proposalCostSchema = z.object({
  /** The credits that its film takes. Only processing videos takes credits. */
  credits: z.int().min(0),
  /** The sections of the film, and how many of them would have to be rendered. */
  sections: z.int().min(0),
  toRender: z.int().min(0),
  /** The length of the film before and after, in seconds, without what narrations extend. */
  secondsBefore: z.number().min(0),
  seconds: z.number().min(0),
});
export type ProposalCost = z.infer<typeof proposalCostSchema>;

/** A proposal as the project lists it while it waits for a decision. */
export const proposalSummarySchema = z.object({
  id: uuidSchema,
  title: z.string(),
  /** The number of changed sections, and one for the title and the options. */
  changes: z.int(),
});
export type ProposalSummary = z.infer<typeof proposalSummarySchema>;

/** One of GET /api/projects/{id}/proposals, newest first. */
export const listedProposalSchema = proposalSummarySchema.extend({
  status: proposalStatusSchema,
  language: languageCodeSchema,
  createdAt: timestampSchema,
  decidedAt: timestampSchema.nullable(),
  /** The name of the API key or connected app that proposed it; `null` for a page, or once that is revoked. */
  keyName: z.nullable(z.string()),
  /** Whether `keyName` is that of a connected app, which named itself. */
  byApp: z.boolean().default(false),
  cost: proposalCostSchema,
});
export type ListedProposal = z.infer<typeof listedProposalSchema>;

/** GET /api/projects/{id}/proposals/{proposalId} */
export const proposalSchema = listedProposalSchema.extend({
  sections: proposedSectionSchema.array(),
  /** `null` if it changes neither the title nor the options. */
  film: proposedFilmSchema.nullable().default(null),
});
export type Proposal = z.infer<typeof proposalSchema>;

export const proposalParams = z.object({ id: uuidSchema, proposalId: uuidSchema });

/**
 * POST …/accept: the IDs of the changed sections to accept, and whether to accept the title and the options.
 * Without `sectionIds` everything is accepted.
 */
export const proposalAcceptSchema = z
  .object({
    sectionIds: z.array(uuidSchema).max(MAX_PROPOSED_CHANGES).optional(),
    film: z.boolean().optional(),
  })
  .strict()
  .refine(({ sectionIds, film }) => sectionIds?.length !== 0 || film === true, 'Nothing to accept.');
export type ProposalAccept = z.output<typeof proposalAcceptSchema>;

export const proposalAcceptedSchema = z.object({
  accepted: uuidSchema.array(),
  /** The requested sections that were edited since the proposal. They stay as they are. */
  stale: uuidSchema.array(),
  /** Whether the title and the options were accepted; `null` if that was not requested. */
  film: z.enum(['accepted', 'stale']).nullable().default(null),
  history: editHistorySchema,
});
export type ProposalAccepted = z.infer<typeof proposalAcceptedSchema>;
