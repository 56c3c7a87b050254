import * as z from 'zod/mini';
import { resolveIntrinsics } from './intrinsics.ts';
import type { LocalNames } from './localNames.ts';
import type { HostedType } from './resourceTypes.ts';
import type { Template } from './template.ts';

interface ReadResource<T> {
  readonly logicalId: string;
  readonly properties: T;
}

/** Reads the resources of a template by type. Resolves and checks the properties that a schema names. */
export class TemplateReader {
  readonly names: LocalNames;
  readonly #template: Template;

  constructor(template: Template, names: LocalNames) {
    this.#template = template;
    this.names = names;
  }

  /** Returns a value of the template with its intrinsic functions evaluated. Throws if the value has no local equivalent. */
  resolve(value: unknown): unknown {
    return resolveIntrinsics(value, this.names);
  }

  /** Returns every resource of a type unresolved, for callers that resolve only parts. */
  raw(type: HostedType): ReadResource<Readonly<Record<string, unknown>>>[] {
    return Object.entries(this.#template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([logicalId, { Properties: properties = {} }]) => ({ logicalId, properties }));
  }

  /**
   * Reads every resource of a type. Properties that the schema does not name are not evaluated, because they may have no local value, such
   * as the ARN of a role. `allowed` lists further properties that may be present. Default: any
   */
  read<S extends z.ZodMiniObject>(
    type: HostedType,
    schema: S,
    allowed?: readonly string[],
  ): ReadResource<z.output<S>>[] {
    return this.raw(type).map(({ logicalId, properties: given }) => {
      const wanted = Object.keys(schema.shape);
      const unknown = Object.keys(given).find((name) => !wanted.includes(name) && !allowed?.includes(name));
      if (allowed && unknown)
        throw new Error(`The local host does not know the property ${unknown} of ${logicalId} (${type}).`);
      const picked = Object.fromEntries(Object.entries(given).filter(([name]) => wanted.includes(name)));
      const parsed = schema.safeParse(this.resolve(picked));
      if (!parsed.success) throw new Error(`${logicalId} (${type}): ${z.prettifyError(parsed.error)}`);
      return { logicalId, properties: parsed.data };
    });
  }

  /** Reads the properties of every resource of a type, by logical id. */
  byId<S extends z.ZodMiniObject>(type: HostedType, schema: S): ReadonlyMap<string, z.output<S>> {
    return new Map(this.read(type, schema).map(({ logicalId, properties }) => [logicalId, properties]));
  }
}
