import { sql } from 'kysely';
import { z } from 'zod';
import {
  type ProposalCost,
  proposalCostSchema,
  type ProposalStatus,
  proposalStatusSchema,
  proposedAdditionSchema,
  proposedEditSchema,
  filmRequestSchema,
  proposedFilmSchema,
  proposedSectionSchema,
} from '#contract/proposals.ts';
import { type Language, languageCodeSchema } from '#contract/primitives.ts';
import type { Executor } from '../../db/database.ts';

/** The maximum number of proposals that a project retains. The oldest decided ones are removed. */
const MAX_PROPOSALS = 20;

/** A requested change with its comparison. */
const storedChangeSchema = z.object({
  edit: proposedEditSchema.optional(),
  addition: proposedAdditionSchema.optional(),
  section: proposedSectionSchema.omit({ state: true }),
  /** Identifies the content that the section had; `null` for an added one. */
  print: z.string().nullable(),
});
export type StoredChange = z.infer<typeof storedChangeSchema>;

export type FilmRequest = z.infer<typeof filmRequestSchema>;

/** The requested title and options with their comparison. */
const storedFilmSchema = filmRequestSchema.extend({
  fields: proposedFilmSchema.shape.fields,
  /** Identifies the values that they had. */
  print: z.string(),
  isAccepted: z.boolean().default(false),
});
export type StoredFilm = z.infer<typeof storedFilmSchema>;

export interface ProposalRow {
  id: string;
  title: string;
  language: Language;
  status: ProposalStatus;
  changes: StoredChange[];
  film: StoredFilm | null;
  cost: ProposalCost;
  /** The IDs of the accepted sections. */
  accepted: string[];
  createdAt: Date;
  decidedAt: Date | null;
  keyName: string | null;
  byApp: boolean;
}

const select = (db: Executor, projectId: string) =>
  db
    .selectFrom('proposals')
    .leftJoin('apiKeys', 'apiKeys.id', 'proposals.apiKeyId')
    .select([
      'proposals.id',
      'proposals.title',
      'proposals.language',
      'proposals.status',
      'proposals.changes',
      'proposals.film',
      'proposals.cost',
      'proposals.accepted',
      'proposals.createdAt',
      'proposals.decidedAt',
      'apiKeys.name as keyName',
    ])
    .select((eb) => eb('apiKeys.clientId', 'is not', null).as('byApp'))
    .where('proposals.projectId', '=', projectId);

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toProposal = (row: Selected): ProposalRow => ({
  ...row,
  byApp: Boolean(row.byApp),
  language: languageCodeSchema.parse(row.language),
  status: proposalStatusSchema.parse(row.status),
  changes: storedChangeSchema.array().parse(row.changes),
  film: storedFilmSchema.nullable().parse(row.film),
  cost: proposalCostSchema.parse(row.cost),
  accepted: z.uuid().array().parse(row.accepted),
});

/** Returns the proposals of a project, newest first. */
export async function findProposals(db: Executor, projectId: string): Promise<ProposalRow[]> {
  const rows = await select(db, projectId)
    .orderBy('proposals.createdAt', 'desc')
    .limit(MAX_PROPOSALS)
    .execute();
  return rows.map(toProposal);
}

export async function findProposal(
  db: Executor,
  projectId: string,
  id: string,
): Promise<ProposalRow | undefined> {
  const row = await select(db, projectId).where('proposals.id', '=', id).executeTakeFirst();
  return row && toProposal(row);
}

/** Selects the proposals of a project that wait for a decision, newest first. */
export const selectPending = (db: Executor, projectId: string) =>
  db
    .selectFrom('proposals')
    .select(['id', 'title'])
    .select(sql<number>`jsonb_array_length(changes) + (film IS NOT NULL)::int`.as('changes'))
    .where('projectId', '=', projectId)
    .where('status', '=', 'pending')
    .orderBy('createdAt', 'desc');

/** Stores a proposal. The project must be locked. Returns its ID. */
export async function insertProposal(
  trx: Executor,
  { projectId, keyId }: { projectId: string; keyId: string | null },
  {
    title,
    language,
    changes,
    film,
    cost,
  }: Pick<ProposalRow, 'title' | 'language' | 'changes' | 'film' | 'cost'>,
): Promise<string> {
  const { id } = await trx
    .insertInto('proposals')
    .values({
      projectId,
      apiKeyId: keyId,
      title,
      language,
      changes: JSON.stringify(changes),
      film: film && JSON.stringify(film),
      cost: JSON.stringify(cost),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    DELETE FROM proposals WHERE id IN (
      SELECT id FROM (SELECT id, status, row_number() OVER (ORDER BY created_at DESC, id) AS place
        FROM proposals WHERE project_id = ${projectId}) AS known
      WHERE place > ${MAX_PROPOSALS} AND status <> 'pending')`.execute(trx);
  return id;
}

/** Stores the decision about a proposal. */
export async function decideProposal(
  trx: Executor,
  id: string,
  { status, accepted, film = false }: { status: 'accepted' | 'declined'; accepted: string[]; film?: boolean },
): Promise<void> {
  await trx
    .updateTable('proposals')
    .set({
      status,
      accepted: JSON.stringify(accepted),
      decidedAt: sql<Date>`now()`,
      ...(film && { film: sql`film || '{"isAccepted": true}'::jsonb` }),
    })
    .where('id', '=', id)
    .execute();
}
