// @ts-check
import { execFile } from 'node:child_process';
import { ROOT } from './lib/paths.mjs';
import { readAudit } from './lib/test/audit.mjs';

// Fails on a package with a known severe vulnerability. If no advisory service responds, it reports that and
// does not fail.
const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=30000'];
execFile('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => {
  const findings = readAudit(stdout);
  if (findings === null)
    console.log('NOT CHECKED  known vulnerabilities of packages: no advisory service responded');
  else if (findings.length === 0) console.log('ok    known vulnerabilities of packages');
  else {
    console.log(`FAIL  known vulnerabilities of packages\n${findings.join('\n')}`);
    process.exitCode = 1;
  }
});
