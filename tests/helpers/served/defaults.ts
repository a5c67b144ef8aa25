import * as calls from '#contract/calls/index.ts';
import { answer } from '../components/answers.ts';
import { makeConfig, makeCredits, makeIdentity, makeModels, makeStats, makeUser } from './account.ts';

/** Answers the calls of every screen: a signed-in user with five credits on a local installation. */
export function answerByDefault(): void {
  answer(calls.readUser, makeUser());
  answer(calls.readConfig, makeConfig());
  answer(calls.readCredits, makeCredits(5));
  answer(calls.readStats, makeStats());
  answer(calls.readModels, makeModels());
  answer(calls.listApiKeys, []);
  answer(calls.listWebhooks, []);
  answer(calls.readIdentities, [makeIdentity()]);
}
