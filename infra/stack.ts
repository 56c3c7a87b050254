import { CfnOutput, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type StoreVariable, storeOutputs } from '../shared/runtime/stores.ts';
import { Api } from './api/api.ts';
import type { Routes } from './api/routes.ts';
import type { PlannedBundles } from './bundling/bundle.ts';
import { type FunctionContext, storeValues } from './functions/serviceFunction.ts';
import { Workers } from './functions/workers.ts';
import { Observability } from './observability/observability.ts';
import { Data } from './resources/data.ts';
import { makeMailIdentity } from './resources/mail.ts';
import { makeQueueStacks, makeQueues } from './resources/queues.ts';
import { Collections } from './resources/search.ts';
import type { StageSettings } from './stage/settings.ts';

interface DocumentGovernanceStackProps {
  readonly settings: StageSettings;
  readonly bundles: PlannedBundles;
  /** Whether bundles are named by their folders instead of by a hash of their content. */
  readonly unhashed: boolean;
  readonly routes: Routes;
  /** The release of the code, with its commit if that is known. */
  readonly release: string;
}

/** The whole service. The account and the region are those of the deployment. */
export class DocumentGovernanceStack extends Stack {
  constructor(scope: Construct, id: string, props: DocumentGovernanceStackProps) {
    const { settings, bundles, unhashed, routes, release } = props;
    super(scope, id, { description: `Document Governance Service, stage ${settings.stage}` });

    const data = new Data(this, 'Data', settings);
    const stacks = makeQueueStacks(this);
    const queues = makeQueues(this, 'Queues', stacks);
    const mailIdentity = makeMailIdentity(stacks.Mail, settings, queues.mailEvents);
    const collections = new Collections(this, stacks.Search, settings);
    const { directories } = bundles;
    const context: FunctionContext = {
      settings,
      data,
      queues,
      mailIdentity,
      collections,
      directories,
      unhashed,
      release,
    };
    const api = new Api(this, 'Api', { ...context, routes, stacks, served: bundles.served });
    data.allowPagesOf(api.origin, settings.corsOrigins);
    const workers = new Workers(this, 'Workers', { ...context, stacks, baseUrl: api.baseUrl });
    // The routes are deployed after the workers, because workers must understand the work that the routes create.
    api.restApi.latestDeployment?.node.addDependency(workers, stacks.Mail, stacks.Search);
    new Observability(this, 'Observability', { settings, api, data, queues, workers, stacks });

    new CfnOutput(this, 'ApiUrl', { value: api.baseUrl, description: 'Where clients reach the service' });
    // The operator's command line reads the resources and settings of the stage from these outputs.
    const values = storeValues(data, queues);
    const stores = Object.entries(storeOutputs) as [StoreVariable, string][];
    for (const [name, value] of Object.entries({
      ...Object.fromEntries(stores.map(([variable, output]) => [output, values[variable]])),
      UsagePlanId: api.ownUsagePlan.attrId,
      // An empty text would look like a missing output.
      LongestKeyLifeDays: String(settings.longestKeyLifeDays ?? 'none'),
      ActivityDays: String(settings.activityDays),
      SessionHours: String(settings.sessionHours),
      SessionIdleHours: String(settings.sessionIdleHours),
      StaffEmailDomains: settings.staffEmailDomains.join(',') || 'none',
      StaffEmails: settings.staffEmails.join(',') || 'none',
      MailFrom: settings.mailFrom ?? 'none',
      SearchEndpoints: collections.endpoints || 'none',
      RetainData: String(settings.retainData),
      Release: release,
    }))
      new CfnOutput(this, name, { value });
  }
}
