// @ts-check

const GRAVE = new Set(['high', 'critical']);

/**
 * @typedef {object} Report `npm audit --json`, in as far as it is read here; an error has no `metadata`
 * @property {object} [metadata]
 * @property {Record<string, { severity: string, range: string, via: (string | { title: string })[] }>} [vulnerabilities]
 */

/**
 * Parses the advisories against the packages of the lockfile.
 * @param {string} output of `npm audit --json`
 * @returns {string[] | null} a line for each package with a severe vulnerability; null without a response
 */
export function readAudit(output) {
  /** @type {Report} */
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    return null;
  }
  if (!report.metadata || !report.vulnerabilities) return null;
  return Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => GRAVE.has(severity))
    .map(([name, { severity, range, via }]) => {
      const why = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.title));
      return `${name} ${range} (${severity}): ${why.join('; ')}`;
    });
}
