import type * as z from 'zod/mini';
import type { OperationContract } from '../contract/operation.ts';
import { requestHeaders } from '../contract/words/headers.ts';
import { parameterWords } from '../contract/words/parameters.ts';
import type { Parameter, Reference } from './model.ts';
import { reference, type Schemas } from './schemas.ts';

const meanings: ReadonlyMap<string, string> = new Map(Object.entries(parameterWords));

/** Makes the parameters of operations. Each parameter is a component. */
export class Parameters {
  readonly #schemas: Schemas;
  readonly #components = new Map<string, Parameter>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  of(operation: OperationContract): Reference[] {
    return [
      ...this.#named(operation.pathParameters, { in: 'path', required: true }),
      ...this.#named(operation.query, { in: 'query' }),
      ...requestHeaders
        .filter(({ takenBy }) => takenBy(operation))
        .map(({ parameter, schema }) =>
          this.#component({ ...parameter, in: 'header', schema: this.#schemas.of(schema, 'output') }),
        ),
    ];
  }

  components(): Record<string, Parameter> {
    return Object.fromEntries(this.#components);
  }

  /** Publishes the output type of each schema, although requests carry text. */
  #named(parameters: z.ZodMiniType, place: Pick<Parameter, 'in' | 'required'>): Reference[] {
    const { properties = {} } = this.#schemas.of(parameters, 'output');
    return Object.entries(properties).map(([name, schema]) =>
      this.#component({ name, ...place, description: meanings.get(name) ?? '', schema }),
    );
  }

  #component(parameter: Parameter): Reference {
    // A parameter that is in paths and in queries becomes two components.
    const isElsewhere = (this.#components.get(parameter.name)?.in ?? parameter.in) !== parameter.in;
    const name = isElsewhere ? `${parameter.name}_in_${parameter.in}` : parameter.name;
    const before = this.#components.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(parameter))
      throw new Error(`The parameter ${name} is not the same everywhere`);
    this.#components.set(name, parameter);
    return reference('parameters', name);
  }
}
