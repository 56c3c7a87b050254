import type * as z from 'zod/mini';
import type { OperationContract } from '../contract/operation.ts';
import { requestHeaders } from '../contract/words/headers.ts';
import { ownParameters, parameterWords } from '../contract/words/parameters.ts';
import type { Parameter, Reference } from './model.ts';
import { pascalCase } from './names.ts';
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
      ...this.#named(operation.pathParameters, 'path', operation),
      ...this.#named(operation.query, 'query', operation),
      ...requestHeaders
        .filter(({ takenBy }) => takenBy(operation))
        .map(({ parameter, variant = '', schema }) =>
          this.#component(
            { ...parameter, in: 'header', schema: this.#schemas.of(schema, 'output') },
            variant && `_${variant}`,
          ),
        ),
    ];
  }

  components(): Record<string, Parameter> {
    return Object.fromEntries(this.#components);
  }

  /** Publishes the output type of each schema, such as a number, although requests carry text. */
  #named(parameters: z.ZodMiniType, place: 'path' | 'query', { id }: OperationContract): Reference[] {
    const { properties = {} } = this.#schemas.of(parameters, 'output');
    // Whether a parameter is required depends on the input: in the output, a parameter with a default is always present.
    const { required = [] } = this.#schemas.of(parameters, 'input');
    const own = new Map(Object.entries(ownParameters[id] ?? {}));
    return Object.entries(properties).map(([name, schema]) =>
      this.#component(
        {
          name,
          in: place,
          ...(required.includes(name) && { required: true }),
          description: own.get(name) ?? meanings.get(name) ?? '',
          schema,
        },
        '',
        own.has(name) ? `${id}_` : '',
      ),
    );
  }

  #component(parameter: Parameter, variant = '', operation = ''): Reference {
    // A parameter that is a time for some operations and a day for others becomes two components, and so do the type of events and of
    // activity, and the id of a member and of a reader.
    const day = parameter.schema.format === 'date' ? '_day' : '';
    const activity = parameter.schema.$ref?.endsWith('/ActivityType') ? 'activity_' : '';
    const reader = parameter.name === 'user_id' && parameter.schema.$ref === undefined ? 'reader_' : '';
    const name = pascalCase(
      `${operation}${reader}${activity}${parameter.name}${day}${variant}_in_${parameter.in}`,
    );
    const before = this.#components.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(parameter))
      throw new Error(`The parameter ${name} is not the same everywhere`);
    this.#components.set(name, parameter);
    return reference('parameters', name);
  }
}
