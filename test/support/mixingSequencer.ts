import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Their tests wait most of their time: for stores that are away, for receivers that hang. */
const waitingProjects: ReadonlySet<string> = new Set(['faults', 'webhooks']);

/** Has files that wait run among those that keep the processor busy: by themselves, they would leave it idle. */
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

/** Spreads some evenly among others, beginning with one of them. Both keep their order. */
function mixed<T>(some: readonly T[], others: readonly T[]): T[] {
  if (others.length === 0) return [...some];
  const before = (index: number): number => Math.ceil((index * some.length) / others.length);
  return others.flatMap((other, index) => [...some.slice(before(index), before(index + 1)), other]);
}
