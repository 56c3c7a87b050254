import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { shuffled } from './seed.ts';

/** Projects with files that take minutes. They begin first. At the end, such a file would use only one of the cores. */
const longProjects: readonly string[] = ['bench', 'limits', 'releases', 'client', 'processes', 'integration'];

/**
 * Runs one project after the other, the long ones first, and the files of each in the random order of the run's seed. A worker process goes
 * on to the next file only if this file is of the same project. Otherwise it ends, and a new one has to load all modules.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const nameOf = ({ project, moduleId }: TestSpecification) => `${project.name} ${moduleId}`;
    const { seed } = this.ctx.config.sequence;
    const order = shuffled(
      files.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      seed,
    );
    const projects = Map.groupBy(order, ({ project }) => project.name);
    const names = [...projects.keys()];
    const isLong = (name: string) => longProjects.includes(name);
    return [...names.filter(isLong), ...names.filter((name) => !isLong(name))].flatMap(
      (name) => projects.get(name) ?? [],
    );
  }
}
