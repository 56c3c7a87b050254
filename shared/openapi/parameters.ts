import * as z from 'zod/mini';
import { organizationId } from '../contract/identifiers.ts';
import { type OperationContract, takesPreconditions } from '../contract/operation.ts';
import { staffOverrideHeader } from '../http/authentication.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '../http/idempotencyKey.ts';
import type { JsonSchema, Parameter, Reference } from './model.ts';
import { reference, type Schemas } from './schemas.ts';

/** The meaning of each parameter in paths and queries: one name has one meaning, wherever it stands. */
const descriptions: Readonly<Record<string, string>> = {
  document_id: 'The document.',
  version_id: 'The version of that document.',
  policy_id: 'The policy.',
  user_id: 'The member.',
  invitation_id: 'The invitation.',
  webhook_id: 'The webhook endpoint.',
  event_id: 'The event.',
  key_id: 'The API key.',
  service_account_id: 'The service account.',
  status: 'Only deliveries that are like that. Default: all',
  type: 'Only events of this type. Default: all',
  since: 'Only what happened at this time or later. In a query, `+` is written `%2B`.',
  until: 'Only what happened before this time, which is after `since`. In a query, `+` is written `%2B`.',
  actor: 'Only what this person or service account did.',
  limit: 'The most items that a page has.',
  cursor:
    'The `next_cursor` of the previous page of this list, with the same filters. Default: the first page',
  created_after:
    'Only documents made after this time, which is before `created_before`. In a query, `+` is written `%2B`.',
  created_before: 'Only documents made before this time.',
  archived: 'Whether to list those that are archived instead. Default: false',
};

interface HeaderParameter {
  readonly parameter: Omit<Parameter, 'in' | 'schema'>;
  readonly schema: z.ZodMiniType;
  readonly takenBy: (operation: OperationContract) => boolean;
}

/** The headers of requests besides the credential. */
const requestHeaders: readonly HeaderParameter[] = [
  {
    parameter: {
      name: staffOverrideHeader,
      description:
        'For service staff: the organization to act in, instead of their own. Everyone else is refused (403).',
    },
    schema: organizationId,
    takenBy: ({ staffOverride }) => staffOverride === true,
  },
  {
    parameter: {
      name: 'If-Match',
      description:
        'The `ETag` that was read last, or several, or `*`: when it is another one by now, the answer is 412 and nothing is changed.',
    },
    schema: z.string(),
    takenBy: takesPreconditions,
  },
  {
    parameter: {
      name: 'If-None-Match',
      description:
        'The `ETag` of what the client has, or several, or `*`: when it is still right, a GET answers 304, a change 412.',
    },
    schema: z.string(),
    takenBy: takesPreconditions,
  },
  {
    parameter: {
      name: idempotencyKeyHeader,
      description:
        'A key of your choice for this request, so that it can be repeated without being carried out twice. For 24 hours, the same ' +
        'caller with the same key gets the first success again, with `Idempotent-Replayed: true`; the same key with another path ' +
        'or content is an error. A secret is in it again for ten minutes, for a credential that may do as much as the first; ' +
        'afterwards its field is left out. What has expired is made anew. Errors are not kept.',
    },
    schema: z.string().check(z.regex(idempotencyKeyPattern)),
    takenBy: ({ method }) => method === 'POST',
  },
];

/** Makes the parameters of operations, each of which is a component. */
export class Parameters {
  readonly #schemas: Schemas;
  readonly #components = new Map<string, Parameter>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  of(operation: OperationContract): Reference[] {
    const inPath = Object.entries(propertiesOf(this.#schemas.of(operation.pathParameters, 'output')));
    // Requests carry text. What is meant by it is what comes out of its schema.
    const inQuery = Object.entries(propertiesOf(this.#schemas.of(operation.query, 'output')));
    return [
      ...inPath.map(([name, schema]) =>
        this.#component({ name, in: 'path', required: true, description: described(name), schema }),
      ),
      ...inQuery.map(([name, schema]) =>
        this.#component({ name, in: 'query', description: described(name), schema }),
      ),
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

  #component(parameter: Parameter): Reference {
    // One that is in paths and in queries is a component for each.
    const isElsewhere = (this.#components.get(parameter.name)?.in ?? parameter.in) !== parameter.in;
    const name = isElsewhere ? `${parameter.name}_in_${parameter.in}` : parameter.name;
    const before = this.#components.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(parameter))
      throw new Error(`The parameter ${name} is not the same everywhere`);
    this.#components.set(name, parameter);
    return reference('parameters', name);
  }
}

/** Returns the names of an operation's query parameters. */
export const queryNames = ({ query }: OperationContract): string[] =>
  Object.keys(z.toJSONSchema(query, { io: 'input' }).properties ?? {});

const propertiesOf = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> => properties ?? {};

function described(name: string): string {
  const description = descriptions[name];
  if (description === undefined) throw new Error(`The parameter ${name} has no description`);
  return description;
}
