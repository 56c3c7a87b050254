/**
 * `npm test`: what a change needs. Fails if a test or check fails, and if the run took more CPU seconds than its budget. Further arguments
 * are those of vitest, such as names of files; such a run has no budget.
 */
import { budgets } from '../support/runner/budgetTable.ts';
import { cpuSeconds, verdict } from './cpuSeconds.ts';
import { changeProjects } from './projects.ts';
import { run, runProjects } from './run.ts';

const rest = process.argv.slice(2);
process.exitCode = run('npm', 'run', '--silent', 'check') || runProjects(changeProjects, rest);

const [budget] = budgets('CPU seconds of ');
const seconds = cpuSeconds();
if (budget && seconds !== undefined && rest.length === 0) {
  const { line, isBeyond } = verdict(budget, seconds);
  process.stderr.write(`${line}\n`);
  if (isBeyond) process.exitCode ||= 1;
}
