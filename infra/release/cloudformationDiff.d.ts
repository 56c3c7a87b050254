/** The part that is used here. The package's own types need those of more packages. */
declare module '@aws-cdk/cloudformation-diff' {
  interface ResourceDifference {
    readonly changeImpact: string;
    readonly resourceType: string | undefined;
  }

  interface TemplateDiff {
    readonly resources: { readonly changes: Readonly<Record<string, ResourceDifference>> };
    readonly permissionsAnyChanges: boolean;
  }

  /** Compares two templates. Resources whose references are replaced count as replaced where CloudFormation would replace them. */
  export function fullDiff(before: object, after: object): TemplateDiff;

  /** Writes tables of the permissions that are added and removed. */
  export function formatSecurityChanges(stream: NodeJS.WritableStream, diff: TemplateDiff): void;
}
