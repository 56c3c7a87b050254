import * as z from 'zod/mini';

/** A single response with fixed values. Only the request's origin can change the response. */
export const mockIntegrationSchema = z.object({
  Type: z.literal('MOCK'),
  IntegrationResponses: z.tuple([
    z.object({
      StatusCode: z.coerce.number(),
      ResponseParameters: z._default(z.record(z.string(), z.string()), {}),
      ResponseTemplates: z._default(z.record(z.string(), z.string()), {}),
    }),
  ]),
});

const comparison = String.raw`\$origin == "([^"]+)"`;

/**
 * The template that the CDK writes for preflights if the API allows several origins. The response allows the request's origin if it is one
 * of these origins.
 */
const echoingOrigins = new RegExp(
  [
    String.raw`^#set\(\$origin = \$input\.params\(\)\.header\.get\("Origin"\)\)`,
    String.raw`#if\(\$origin == ""\)`,
    String.raw`#set\(\$origin = \$input\.params\(\)\.header\.get\("origin"\)\)`,
    '#end',
    String.raw`#if\(${comparison}(?: \|\| ${comparison})*\)`,
    String.raw`#set\(\$context\.responseOverride\.header\.Access-Control-Allow-Origin = \$origin\)`,
    '#end$',
  ].join(String.raw`\s*`),
);

export type MockIntegration = ReturnType<typeof readMockIntegration>;

/** Reads a MOCK integration. Throws if its values are not literals, or if its template is not the template of a preflight. */
export function readMockIntegration({
  IntegrationResponses: [{ StatusCode, ResponseParameters, ResponseTemplates }],
}: z.output<typeof mockIntegrationSchema>) {
  const headers = Object.entries(ResponseParameters).map(([target, expression]) => {
    const name = /^method\.response\.header\.(.+)$/.exec(target)?.[1];
    const value = /^'(.*)'$/.exec(expression)?.[1];
    if (name === undefined || value === undefined)
      throw new Error(
        `The local host supports only literal headers in MOCK integrations, not ${expression}.`,
      );
    return [name, value] as const;
  });
  const echoedOrigins = Object.values(ResponseTemplates).flatMap((template) => {
    if (!echoingOrigins.test(template))
      throw new Error('The local host supports only the template of a preflight in MOCK integrations.');
    return [...template.matchAll(new RegExp(comparison, 'g'))].flatMap(([, origin]) => origin ?? []);
  });
  const type: 'MOCK' = 'MOCK';
  return { type, status: StatusCode, headers: Object.fromEntries(headers), echoedOrigins };
}
