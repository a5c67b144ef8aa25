import type { z } from 'zod';
import type { Scope } from '#contract/api-keys.ts';
import type { Backend } from '#core/backend.ts';
import { AppError } from '#core/lib/errors.ts';
import type { LinkedCaller, WaitingCaller } from '../services/caller.ts';

/** An agent's call: who calls, and what its API key or app may do. */
export interface ToolContext {
  backend: Backend;
  caller: LinkedCaller & WaitingCaller;
  scopes: readonly Scope[];
}

/** A frame of a tool's result, with the sentence that says what it shows. */
export interface Still {
  label: string;
  jpeg: Buffer;
}

/** What a tool returns: facts as JSON, and frames. */
export interface ToolAnswer {
  facts: object;
  stills?: Still[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** What the tool does, for the agent. */
  description: string;
  /** The scope that the API key needs. A key without it does not see the tool. */
  scope: Scope;
  /** The limit of its calls, in addition to that of all requests. */
  rate?: 'costly';
  /** Whether it takes no turn among its user's calls, since it changes nothing or waits for other services. */
  lasts?: true;
  /** Whether it changes nothing. */
  isReading?: true;
  /** Whether its effects leave this installation. */
  isOpen?: true;
  input: Input;
  run(context: ToolContext, input: z.output<Input>): Promise<ToolAnswer>;
}

/** Returns the tool itself, with the types of its input. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool;

/** @throws AppError `forbidden` if the API key lacks a scope that only this use of the tool needs */
export function requireScope({ scopes }: ToolContext, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new AppError('forbidden', `This needs an API key with the scope '${scope}'.`);
}

/** Returns an absolute URL of this installation. */
export const urlOf = ({ backend }: ToolContext, path: string): string =>
  new URL(path, backend.config.publicUrl).href;
