// @ts-check

const GRAVE = new Set(['high', 'critical']);

/**
 * @typedef {object} Report `npm audit --json`, the parts that are used here; an error has no `metadata`
 * @property {object} [metadata]
 * @property {Record<string, { severity: string, range: string, via: (string | { title: string })[] }>}
 * [vulnerabilities]
 */

/**
 * Reads the advisories about the packages of the lockfile.
 * @param {string} output of `npm audit --json`
 * @returns {string[] | null} a line for each package with a severe vulnerability; `null` if no advisory
 * service responded
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
      const causes = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : cause.title));
      return `${name} ${range} (${severity}): ${causes.join('; ')}`;
    });
}
