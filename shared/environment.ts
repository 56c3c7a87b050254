/**
 * The environment variables that the infrastructure gives to functions. Named once: the constructs that set them and
 * the code that reads them share these names.
 */
export const environmentNames = {
  tableName: 'TABLE_NAME',
  bucketName: 'BUCKET_NAME',
  processingQueueUrl: 'PROCESSING_QUEUE_URL',
  /** Where clients reach the service, without a trailing slash: https://api.example.com/prod */
  serviceBaseUrl: 'SERVICE_BASE_URL',
  /** Set by Lambda itself: the folder that holds the function's code and its asset files. */
  taskRoot: 'LAMBDA_TASK_ROOT',
} as const;
export type EnvironmentName = keyof typeof environmentNames;

/** Reads a variable once, at cold start. Throws an error with the variable's name when it is missing. */
export function environment(name: EnvironmentName): string {
  const variable = environmentNames[name];
  const value = process.env[variable];
  if (!value) throw new Error(`The environment variable ${variable} is not set.`);
  return value;
}
