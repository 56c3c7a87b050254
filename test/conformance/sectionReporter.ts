import { basename } from 'node:path';
import { styleText } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type Section, sections, sectionsOf, skippedOnStages } from './sections.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

type State = 'passed' | 'failed' | 'skipped';

export const nameOf = (file: string): string => basename(file, '.test.ts');

/** Prints the results of each section, under the specification's headings, and all failed and skipped tests. */
export class SectionReporter implements Reporter {
  readonly #shown: (section: Section) => boolean;
  readonly #began = performance.now();

  constructor(shown: (section: Section) => boolean) {
    this.#shown = shown;
  }

  onTestModuleEnd(module: TestModule): void {
    const cases = [...module.children.allTests()];
    const isFailed = module.state() === 'failed';
    const sign = isFailed ? styleText('red', '✗') : styleText('green', '✓');
    print(`${sign} ${nameOf(module.moduleId)}: ${countsOf(cases)}`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const casesOf = (module: TestModule) => [...module.children.allTests()];
    const all = modules.flatMap(casesOf);
    print('');
    for (const [number, title] of sections.filter(([section]) => this.#shown(section))) {
      const cases = modules.filter((module) => holds(module, number)).flatMap(casesOf);
      print(`${styleText('bold', `${number.padEnd(5)}${title.padEnd(30)}`)}${countsOf(cases)}`);
    }
    printSkipped(all);
    for (const module of modules)
      for (const error of module.errors()) printFailure(nameOf(module.moduleId), error.message);
    for (const one of all) {
      const { state, errors = [] } = one.result();
      if (state === 'failed')
        for (const { message, diff } of errors) printFailure(fullName(one), message, diff);
    }
    for (const { message } of unhandled) printFailure('outside of any test', message);
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    print(
      `\n${all.length} tests in ${seconds} s: ${countsOf(all)}. A test counts in every section that its file covers.`,
    );
  }
}

const holds = (module: TestModule, section: Section): boolean =>
  sectionsOf(nameOf(module.moduleId)).includes(section);

const fullName = (one: TestCase): string => `${nameOf(one.module.moduleId)} > ${one.fullName}`;

function countsOf(cases: readonly TestCase[]): string {
  const counts = (['passed', 'failed', 'skipped'] as const satisfies State[]).map(
    (state) => [state, cases.filter((one) => one.result().state === state).length] as const,
  );
  const present = counts.filter(([, count]) => count > 0);
  return present.map(([state, count]) => `${count} ${state}`).join(', ') || 'nothing run';
}

function printSkipped(all: readonly TestCase[]): void {
  const skipped = all.filter((one) => one.result().state === 'skipped');
  if (skipped.length === 0) return;
  print('\nSkipped');
  for (const [why, cases] of Map.groupBy(skipped, reasonOf)) {
    const files = new Set(cases.map(({ module }) => nameOf(module.moduleId)));
    print(`  ${cases.length} of ${[...files].join(', ')}: ${why}`);
  }
}

function reasonOf(one: TestCase): string {
  const result = one.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? skippedOnStages[nameOf(one.module.moduleId)] ?? 'its file gives no reason';
}

const printFailure = (name: string, message: string, diff = ''): boolean =>
  print(`\n${styleText('red', `✗ ${name}`)}\n${message}${diff && `\n${diff}`}`);
