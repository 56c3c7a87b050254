import * as z from 'zod/mini';
import type { FunctionName } from '../../infra/functions/manifest.ts';
import { operations } from '../../shared/contract/operations.ts';
import type { QueueName } from '../../shared/runtime/stores.ts';
import type { BenchRequest, Client } from '../support/load/client.ts';
import type { Stage } from '../support/stages/stage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import type { Grown, Kind } from './growthTypes.ts';

/** A measurement with one kind of items. Each run invokes the function `name` once. */
export interface Measure {
  readonly what: string;
  readonly name: string;
  readonly run: (grown: Grown, client: Client) => Promise<unknown>;
}

const page = z.object({ pagination: z.object({ next_cursor: z.nullable(z.string()) }) });

/**
 * Returns the measurements of each kind, in the order in which they must run: a worker takes the messages that earlier measurements sent.
 */
export async function measuresOf(stage: Stage): Promise<Readonly<Record<Kind, readonly Measure[]>>> {
  const pdf = await makePdf();
  const form = () => uploadForm({ title: 'Master agreement' }, pdf);
  const endpoint = ({ webhook_id }: Grown) => ({ webhook_id });
  const path = ({ document_id, version_id }: Grown) => ({ document_id, version_id });
  let changes = 0;
  const json = () => ({ title: `Title ${changes++}` });
  const cursors = new Map<string, string>();
  const admins = new Set<string>();
  const otherRole = ({ member_id }: Grown) => {
    if (admins.delete(member_id)) return 'member';
    admins.add(member_id);
    return 'admin';
  };

  const ask = (
    name: keyof typeof operations,
    requestOf: (grown: Grown) => BenchRequest = () => ({}),
    what: string = name,
  ): Measure => ({ what, name, run: (grown, client) => client.succeed(operations[name], requestOf(grown)) });
  const work = (name: FunctionName, queue: QueueName): Measure => ({
    what: name,
    name,
    run: async () => {
      const Records = (await stage.takeMessages(queue)).map((body, index) => ({
        messageId: String(index),
        body,
      }));
      await stage.invoke(name, { Records });
    },
  });
  const get = ask('getDocument', (grown) => ({ path: path(grown) }));
  const authorize: Measure = { what: 'authorizer', name: 'authorizer', run: get.run };
  const change = ask('updateDocument', (grown) => ({ path: path(grown), json: json() }));
  const create = ask('createDocument', () => ({ form: form() }));
  const firstPage: Measure = {
    what: 'listDocuments',
    name: 'listDocuments',
    run: async (grown, client) => {
      const text = await client.succeed(operations.listDocuments);
      const { pagination } = z.parse(page, JSON.parse(text));
      cursors.set(grown.document_id, pagination.next_cursor ?? '');
    },
  };
  const nextPage = ({ document_id }: Grown) => ({ query: { cursor: cursors.get(document_id) ?? '' } });
  return {
    documents: [
      authorize,
      get,
      firstPage,
      ask('listDocuments', nextPage, 'listDocuments, next page'),
      change,
      create,
    ],
    versions: [
      get,
      ask('listDocumentVersions', (grown) => ({ path: path(grown), query: { limit: '10' } })),
      ask('getDocumentVersion', (grown) => ({ path: path(grown) })),
      ask('updateDocumentVersion', (grown) => ({ path: path(grown), json: json() })),
      ask('createDocumentVersion', (grown) => ({ path: path(grown), form: form() })),
      work('processVersion', 'processing'),
    ],
    members: [
      authorize,
      get,
      change,
      create,
      ask('updateMemberRole', (grown) => ({
        path: { user_id: grown.member_id },
        json: { role: otherRole(grown) },
      })),
      ask('listOrganizationMembers'),
    ],
    deliveries: [
      change,
      work('fanOutEvent', 'events'),
      work('deliverWebhook', 'deliveries'),
      ask('getWebhook', (grown) => ({ path: endpoint(grown) })),
      ask('listWebhookDeliveries', (grown) => ({ path: endpoint(grown) })),
      ...(['pending', 'succeeded', 'failed'] as const).map((status) =>
        ask(
          'listWebhookDeliveries',
          (grown) => ({ path: endpoint(grown), query: { status } }),
          `listWebhookDeliveries, ${status}`,
        ),
      ),
      ask('listEvents'),
    ],
  };
}
