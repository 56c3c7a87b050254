import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type StoreVariable, storeOutputs } from '../shared/stores.ts';
import { Api } from './api.ts';
import type { PlannedBundles } from './bundle.ts';
import { Data } from './data.ts';
import { Observability } from './observability.ts';
import { makeQueues } from './queues.ts';
import { type FunctionContext, storeValues } from './serviceFunction.ts';
import type { StageSettings } from './settings.ts';
import { Workers } from './workers.ts';

interface DocumentGovernanceStackProps {
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
    const queues = makeQueues(this, 'Queues');
    const context: FunctionContext = { settings, data, queues, directories: bundles.directories, unhashed };
    const api = new Api(this, 'Api', { ...context, served: bundles.served });
    const workers = new Workers(this, 'Workers', { ...context, baseUrl: api.baseUrl });
    // Routes open once the workers are there that know what arrives through them.
    api.restApi.latestDeployment?.node.addDependency(workers);
    new Observability(this, 'Observability', { settings, api, data, queues, workers });

    new CfnOutput(this, 'ApiUrl', { value: api.baseUrl, description: 'Where clients reach the service' });
    // The operator's command line finds the resources, and keeps to the stage's settings, by these.
    const values = storeValues(data, queues);
    const stores = Object.entries(storeOutputs) as [StoreVariable, string][];
    for (const [name, value] of Object.entries({
      ...Object.fromEntries(stores.map(([variable, output]) => [output, values[variable]])),
      UsagePlanId: api.ownUsagePlan.attrId,
      // An empty text would look like an output that is missing.
      LongestKeyLifeDays: String(settings.longestKeyLifeDays ?? 'none'),
      ActivityDays: String(settings.activityDays),
      StaffEmailDomains: settings.staffEmailDomains.join(',') || 'none',
    }))
      new CfnOutput(this, name, { value });
  }
}
