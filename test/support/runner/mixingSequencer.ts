import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shuffled } from './seed.ts';

/** Projects with few files that take long. They begin first, so that none of them runs alone at the end. */
const longProjects: ReadonlySet<string> = new Set(['bench', 'limits', 'releases', 'client']);

/** Projects whose tests wait most of their time: for stores that are unavailable, for receivers that hang. */
const waitingProjects: ReadonlySet<string> = new Set(['faults', 'webhooks']);

/**
 * Runs files in the random order of the run's seed, long projects first. A process that shares its modules among files ends when the next
 * file is of another project. So the files of such a project run one after the other. Among the rest, files that wait are mixed with files
 * that keep the processor busy, because waiting files alone would leave it idle.
 */
export class MixingSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = ({ project, moduleId }: TestSpecification) => `${project.name} ${moduleId}`;
    const { seed } = this.ctx.config.sequence;
    const order = shuffled(
      files.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      seed,
    );
    const projectOf = ({ project }: TestSpecification) => project.name;
    const long = order.filter((file) => longProjects.has(projectOf(file)));
    const others = order.filter((file) => !longProjects.has(projectOf(file)));
    const sharing = others.filter(({ project }) => !project.config.isolate);
    const alone = others.filter(({ project }) => project.config.isolate);
    const waits = (file: TestSpecification) => waitingProjects.has(projectOf(file));
    return [
      ...long,
      ...[...Map.groupBy(sharing, projectOf).values()].flat(),
      ...mixed(
        alone.filter(waits),
        alone.filter((file) => !waits(file)),
      ),
    ];
  }
}

/** Spreads `some` evenly among the others, beginning with the first of `some`. Both lists keep their order. */
function mixed<T>(some: readonly T[], others: readonly T[]): T[] {
  if (others.length === 0) return [...some];
  const before = (index: number): number => Math.ceil((index * some.length) / others.length);
  return others.flatMap((other, index) => [...some.slice(before(index), before(index + 1)), other]);
}
