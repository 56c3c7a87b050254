import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import type { PlannedBundles } from './bundle.ts';
import { Data } from './data.ts';
import { Observability } from './observability.ts';
import { Queues } from './queues.ts';
import type { FunctionContext } from './serviceFunction.ts';
import type { StageSettings } from './settings.ts';
import { Workers } from './workers.ts';

export interface DocumentGovernanceStackProps {
  readonly settings: StageSettings;
  readonly bundles: PlannedBundles;
  /** Whether bundles are named by their folders instead of by what is in them. */
  readonly unhashed: boolean;
}

/** The whole service. It names no account and no region: the deployment decides both. */
export class DocumentGovernanceStack extends Stack {
  constructor(scope: Construct, id: string, { settings, bundles, unhashed }: DocumentGovernanceStackProps) {
    super(scope, id, { description: `Document Governance Service, stage ${settings.stage}` });

    const data = new Data(this, 'Data', settings);
    const queues = new Queues(this, 'Queues');
    const context: FunctionContext = { settings, data, queues, directories: bundles.directories, unhashed };
    const api = new Api(this, 'Api', { ...context, served: bundles.served });
    const workers = new Workers(this, 'Workers', { ...context, baseUrl: api.baseUrl });
    // Routes open once the workers are there that know what arrives through them.
    api.restApi.latestDeployment?.node.addDependency(workers);
    new Observability(this, 'Observability', { settings, api, data, queues, workers });

    new CfnOutput(this, 'ApiUrl', { value: api.baseUrl, description: 'Where clients reach the service' });
    // The operator's command line finds the resources, and keeps to the stage's settings, by these.
    for (const [name, value] of Object.entries({
      TableName: data.table.tableName,
      UsagePlanId: api.ownUsagePlan.attrId,
      BucketName: data.bucket.bucketName,
      ProcessingQueueUrl: queues.processing.queue.queueUrl,
      SlowProcessingQueueUrl: queues.slowProcessing.queue.queueUrl,
      EventsQueueUrl: queues.events.queue.queueUrl,
      DeliveriesQueueUrl: queues.deliveries.queue.queueUrl,
      SlowDeliveriesQueueUrl: queues.slowDeliveries.queue.queueUrl,
      RemovalsQueueUrl: queues.removals.queue.queueUrl,
      PreparationsQueueUrl: queues.preparations.queue.queueUrl,
      WebhookKeyArn: data.webhookKey.keyArn,
      AuditKeyArn: data.auditKey.keyArn,
      AuditBucketName: data.auditBucket.bucketName,
      // An empty text would look like an output that is missing.
      LongestKeyLifeDays: String(settings.longestKeyLifeDays ?? 'none'),
      ActivityDays: String(settings.activityDays),
      StaffEmailDomains: settings.staffEmailDomains.join(',') || 'none',
    }))
      new CfnOutput(this, name, { value });
  }
}
