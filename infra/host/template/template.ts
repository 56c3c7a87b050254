import * as z from 'zod/mini';

/** The parts of a template that the host reads. */
export const templateSchema = z.object({
  Parameters: z.optional(z.record(z.string(), z.object({ Default: z.optional(z.unknown()) }))),
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.optional(z.record(z.string(), z.unknown())),
      DependsOn: z.optional(z.union([z.string(), z.array(z.string())])),
      Metadata: z.optional(z.object({ 'aws:cdk:path': z.optional(z.string()) })),
    }),
  ),
  Outputs: z.optional(z.record(z.string(), z.object({ Value: z.unknown() }))),
});
export type Template = z.infer<typeof templateSchema>;
