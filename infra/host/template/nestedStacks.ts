import { attributeOf, splitOnce } from './intrinsics.ts';
import type { Template } from './template.ts';

type Resource = Template['Resources'][string];

/** Reads the template of a nested stack. */
export type ReadNested = (resource: Resource) => Template;

/**
 * Separates the logical id of a nested stack from the logical id of a resource in that stack. Logical ids have only letters and digits.
 */
const separator = '-';

/**
 * Returns the template with each nested stack replaced by its resources, as in one stack. Replaces references to the parameters and
 * outputs of nested stacks by the values.
 */
export function withoutNesting(template: Template, readNested: ReadNested): Template {
  const outermost = new Scope(template, readNested);
  return { ...template, Resources: Object.fromEntries(outermost.resources()), Outputs: outermost.outputs };
}

/** The stack that contains a nested stack, and the parameters that it passes to the nested stack. */
interface Surroundings {
  readonly scope: Scope;
  readonly prefix: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The outermost template or a nested one. Translates the names in this template to the names in the merged template. */
class Scope {
  readonly #template: Template;
  readonly #around: Surroundings | undefined;
  readonly #nested: ReadonlyMap<string, Scope>;

  constructor(template: Template, readNested: ReadNested, around?: Surroundings) {
    this.#template = template;
    this.#around = around;
    this.#nested = new Map(
      Object.entries(template.Resources)
        .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
        .map(([id, resource]) => [
          id,
          new Scope(readNested(resource), readNested, {
            scope: this,
            prefix: `${this.#idOf(id)}${separator}`,
            parameters: (resource.Properties?.Parameters ?? {}) as Surroundings['parameters'],
          }),
        ]),
    );
  }

  get outputs(): NonNullable<Template['Outputs']> {
    return Object.fromEntries(
      Object.entries(this.#template.Outputs ?? {}).map(([name, { Value }]) => [
        name,
        { Value: this.#translate(Value) },
      ]),
    );
  }

  *resources(): Generator<[string, Resource]> {
    for (const [id, { Properties, DependsOn, ...resource }] of Object.entries(this.#template.Resources)) {
      const nested = this.#nested.get(id);
      if (nested) yield* nested.resources();
      else
        yield [
          this.#idOf(id),
          {
            ...resource,
            ...(Properties && { Properties: this.#translate(Properties) as typeof Properties }),
            ...(DependsOn && { DependsOn: [DependsOn].flat().map((other) => this.#idOf(other)) }),
          },
        ];
    }
  }

  #translate(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#translate(entry));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [[intrinsic, argument] = []] = entries.length === 1 ? entries : [];
    switch (intrinsic) {
      case 'Ref':
        return this.#reference(String(argument));
      case 'Fn::GetAtt':
        return this.#attribute(...attributeOf(argument));
      case 'Fn::Sub':
        return this.#substitution(argument);
      default:
        return Object.fromEntries(entries.map(([key, entry]) => [key, this.#translate(entry)]));
    }
  }

  #reference(name: string): unknown {
    const { Parameters = {}, Resources } = this.#template;
    if (this.#around && name in Parameters) {
      const { scope, parameters } = this.#around;
      return name in parameters ? scope.#translate(parameters[name]) : Parameters[name]?.Default;
    }
    if (this.#around && ['AWS::StackName', 'AWS::StackId'].includes(name))
      throw new Error(`The local host has no ${name} for a nested stack.`);
    return { Ref: name in Resources ? this.#idOf(name) : name };
  }

  #attribute(id: string, attribute: string): unknown {
    const [, output] = /^Outputs\.(.+)$/.exec(attribute) ?? [];
    const nested = this.#nested.get(id);
    if (!nested || output === undefined) return { 'Fn::GetAtt': [this.#idOf(id), attribute] };
    const found = nested.#template.Outputs?.[output];
    if (!found) throw new Error(`The nested stack ${id} has no output ${output}.`);
    return nested.#translate(found.Value);
  }

  /** Passes the value of each name in a text as a variable, because the merged template has other names. */
  #substitution(argument: unknown): unknown {
    const [text, variables = {}] = Array.isArray(argument) ? argument : [argument];
    const named = [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, name = '']) => [
      name,
      name.includes('.') ? this.#attribute(...splitOnce(name)) : this.#reference(name),
    ]);
    const given = this.#translate(variables) as object;
    return { 'Fn::Sub': [text, { ...Object.fromEntries(named), ...given }] };
  }

  #idOf(id: string): string {
    return (this.#around?.prefix ?? '') + id;
  }
}
