import { type DataTag, type Query, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Answer, Call, Sent } from '#contract/calls/define-call.ts';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Project, ProjectSummary } from '#contract/projects.ts';
import type { User } from '#contract/users.ts';
import { urlOf } from './api.ts';
import { queryClient } from './query-client.ts';

type Reads<C extends Call> = Pick<Sent<C>, keyof Sent<C> & ('params' | 'query')>;

/** The parts of a call's URL. Joined by slashes they are the URL, so a query reads it by default. */
function keyOf<C extends Call>(definition: C, input: Reads<C>): DataTag<QueryKey, Answer<C>> {
  return urlOf(definition, input).split(/(?<=.)\//) as QueryKey as DataTag<QueryKey, Answer<C>>;
}

/** Returns what a query needs to read a call's response; the screen adds when to read it. */
export const reading = <C extends Call>(definition: C, input: Reads<C>) =>
  queryOptions<Answer<C>>({ queryKey: keyOf(definition, input) });

/** Loads a project with its texts and narrations in a language; English is the server's default. */
export const readingProject = (id: string, language: Language = 'en') =>
  reading(calls.readProject, { params: { id }, query: language === 'en' ? {} : { language } });

/** The keys of queries that are changed or reloaded elsewhere. */
export const keys = {
  user: keyOf(calls.readUser, {}) as DataTag<QueryKey, User | null>,
  stats: keyOf(calls.readStats, {}),
  credits: keyOf(calls.readCredits, {}),
  videos: keyOf(calls.listProjects, {}),
  shares: keyOf(calls.listShares, {}),
  models: keyOf(calls.readModels, {}),
  footage: keyOf(calls.listFootage, {}),
  project: (id: string, language?: Language) => readingProject(id, language).queryKey,
} as const;

/** Reloads the queries that show a project's data, or files without a project, after a change elsewhere. */
export function projectChanged(projectId: string | null): void {
  if (projectId === null) return;
  void refreshProject(projectId);
  libraryChanged();
}

const startsWith =
  (address: string) =>
  ({ queryKey }: Query): boolean =>
    queryKey.join('/').startsWith(address);

/** Reloads a project in every language, and the queries that depend on it. */
export function refreshProject(id: string): Promise<void> {
  return queryClient.invalidateQueries({ predicate: startsWith(addressOf(id)) });
}

const addressOf = (id: string): string => urlOf(calls.readProject, { params: { id } });

/** Changes a loaded project in every language before the server answers. */
export function changeProject(id: string, change: (project: Project) => Project): void {
  const inLanguage = startsWith(`${addressOf(id)}?`);
  const predicate = (query: Query): boolean =>
    query.queryKey.join('/') === addressOf(id) || inLanguage(query);
  queryClient.setQueriesData<Project>({ predicate }, (project) => project && change(project));
}

const LIST = urlOf(calls.listProjects, {});

/** Reloads the list in every variant, and the deleted items. */
export function libraryChanged(): void {
  void queryClient.invalidateQueries({ predicate: startsWith(LIST) });
}

/** Reloads all projects, and the list. */
export function projectsChanged(): void {
  void refreshProject('');
  libraryChanged();
}

const isList = startsWith(`${LIST}?`);

/** Changes the library's cards in every variant of the list before the server's response arrives. */
export function changeCards(change: (cards: ProjectSummary[]) => ProjectSummary[]): void {
  queryClient.setQueriesData<ProjectSummary[]>({ predicate: isList }, (cards) => cards && change(cards));
}

/** Returns a project as its library card last showed it. */
export function listedProject(projectId: string): ProjectSummary | undefined {
  return queryClient
    .getQueriesData<ProjectSummary[]>({ predicate: isList })
    .flatMap(([, cards]) => cards ?? [])
    .find(({ id }) => id === projectId);
}
