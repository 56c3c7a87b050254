/** What differs between stages. Everything else about the service is the same in all of them. */
export interface StageSettings {
  /** Names the stack and the API's stage: lower-case letters, digits and hyphens. Default: dev */
  readonly stage: string;
  /**
   * Where clients reach the service, such as https://docs.example.com, when something of yours (a custom domain, a
   * CDN) stands in front of it. Default: null, API Gateway's own address.
   */
  readonly baseUrl: string | null;
  /** Keeps the table, the bucket and the logs when the stack is deleted. Default: true for the stage prod only */
  readonly retainData: boolean;
  /** Who gets an e-mail when an alarm fires. Default: null, nobody; the alarms are in CloudWatch all the same. */
  readonly alarmEmail: string | null;
}

/** Reads the settings from CDK context (`cdk.json` or `-c name=value`). Throws, naming the setting that is wrong. */
export function readSettings(context: (name: string) => unknown): StageSettings {
  const stage = context('stage') ?? 'dev';
  if (typeof stage !== 'string' || !/^[a-z][a-z0-9-]{0,19}$/.test(stage))
    throw new Error('stage must be 1 to 20 lower-case letters, digits or hyphens, and begin with a letter');
  const baseUrl = context('baseUrl') ?? null;
  if (baseUrl !== null && (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || baseUrl.endsWith('/')))
    throw new Error('baseUrl must be an absolute URL without a trailing slash');
  const alarmEmail = context('alarmEmail') ?? null;
  if (alarmEmail !== null && (typeof alarmEmail !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(alarmEmail)))
    throw new Error('alarmEmail must be an e-mail address');
  return { stage, baseUrl, retainData: stage === 'prod', alarmEmail };
}
