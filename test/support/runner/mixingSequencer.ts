import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects whose tests wait most of their time: for stores that are unavailable, for receivers that hang. */
const waitingProjects: ReadonlySet<string> = new Set(['faults', 'webhooks']);

/** Runs files that wait between files that keep the processor busy. Together, files that wait would leave it idle. */
export class MixingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ project }: TestSpecification): boolean => waitingProjects.has(project.name);
    return mixed(
      sorted.filter(waits),
      sorted.filter((file) => !waits(file)),
    );
  }
}

/** Spreads some items evenly among others, and begins with one of them. Both keep their order. */
function mixed<T>(some: readonly T[], others: readonly T[]): T[] {
  if (others.length === 0) return [...some];
  const before = (index: number): number => Math.ceil((index * some.length) / others.length);
  return others.flatMap((other, index) => [...some.slice(before(index), before(index + 1)), other]);
}
