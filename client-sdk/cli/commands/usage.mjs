// @ts-check

/** @type {import('../common/arguments.mjs').Command} */
export const usage = {
  usage: '',
  summary: "Shows the account's credits, and the key's scopes, budget and expiry.",
  arguments: [0, 0],
  async run({ cutroom, output, signal }) {
    const usage = await cutroom.get('/api/user/usage', { signal });
    const { totalCredits, key } = usage;
    const lines = [`Credits  ${totalCredits}`];
    if (key) {
      const { creditBudget: budget, creditsSpent: spent } = key;
      lines.push(
        `Key      ${key.name} (${key.prefix}...)`,
        `Scopes   ${key.scopes.join(', ')}`,
        `Spent    ${spent}${budget === null ? '' : ` of ${budget}`}`,
        `Expires  ${key.expiresAt ?? 'never'}`,
      );
    }
    output.result(usage, lines);
  },
};
