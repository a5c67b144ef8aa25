// `npm run test:due`: whether the full tier should run, and why. Exits with code 1 if it should. See CONTRIBUTING.md.
import { describeDue } from './lib/test/full-tier-due.mjs';
import { readFullTier } from './lib/test/full-tier.mjs';
import { changedSince, commitsSince } from './lib/test/git.mjs';

const { lastGreen } = readFullTier();
const isKnown = lastGreen !== null && commitsSince(lastGreen.commit) !== null;
const { due, text } = describeDue(lastGreen, isKnown ? changedSince(lastGreen.commit) : null);
console.log(text);
if (due) process.exitCode = 1;
