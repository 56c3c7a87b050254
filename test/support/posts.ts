import { inject } from 'vitest';
import type { OperationId, tableOfContents } from '../../shared/contract/tableOfContents.ts';
import { accountAlone, accountsOf, accountsOrganization } from './apiKeys.ts';
import type { Answer, CallRequest } from './client.ts';
import { call, uniqueTitle, upload } from './documents.ts';
import { deliveriesOf, endpointOf, endpointThatMissed, newEndpoint } from './endpoints.ts';
import { eventually } from './eventually.ts';
import { makePdf, uploadForm } from './uploads.ts';
import { newOrganization, unusedUrl, webhooksOf } from './webhooks.ts';

type PostId = { [I in OperationId]: (typeof tableOfContents)[I][0] extends 'POST' ? I : never }[OperationId];
type Headers = Readonly<Record<string, string>>;

/** A request that can be repeated. Forms are made anew each time, with another boundary. */
export interface Repeatable {
  send(headers?: Headers): Promise<Answer<unknown>>;
  /** Sends other content to the same operation. */
  sendOther(headers?: Headers): Promise<Answer<unknown>>;
  /** Sends content that the operation refuses. */
  sendWrong(headers?: Headers): Promise<Answer<unknown>>;
  /** Returns how many items the operation has made, as far as lists show them. */
  count(): Promise<number>;
}

const pdf = await makePdf();
const otherPdf = await makePdf({ pages: 2 });
const [policy = '', otherPolicy = ''] = inject('credentials').policy_ids;

const sends =
  <R>(run: (request: CallRequest) => Promise<Answer<R>>) =>
  (request: CallRequest) =>
  (headers: Headers = {}) =>
    run({ ...request, headers: { ...request.headers, ...headers } });

/**
 * Every POST whose answers are stored, with a request. Handing over documents and taking back ownership need an organization with several
 * members, so other files test them (`handover.test.ts`, `ownership.test.ts`). A stage without mail refuses to mail a share
 * (`documentShares.test.ts`).
 */
export const repeatable: Readonly<
  Record<
    Exclude<
      PostId,
      | 'generateDocumentEntryPage'
      | 'switchOrganization'
      | 'transferDocuments'
      | 'reclaimOwnership'
      | 'sendDocumentShare'
    >,
    () => Promise<Repeatable>
  >
> = {
  createDocument: async () => {
    const title = uniqueTitle('Repeated');
    const created_after = new Date(Date.now() - 60_000).toISOString();
    const upload_ =
      (fields: Record<string, string>, payload = pdf) =>
      (headers: Headers = {}) =>
        call.createDocument({ headers, form: uploadForm(fields, payload) });
    return {
      send: upload_({ title }),
      sendOther: upload_({ title }, otherPdf),
      sendWrong: upload_({}),
      count: async () => {
        const made = await eventually(
          async () => {
            const { body } = await call.listDocuments({ query: { limit: '100', created_after } });
            return body.items.filter((document) => document.title === title);
          },
          ({ length }) => length > 0,
        );
        return made.length;
      },
    };
  },
  createDocumentVersion: async () => {
    const path = { document_id: (await upload()).id };
    const add =
      (fields: Record<string, string>, payload = pdf) =>
      (headers: Headers = {}) =>
        call.createDocumentVersion({ headers, path, form: uploadForm(fields, payload) });
    return {
      send: add({ title: 'Second' }),
      sendOther: add({ title: 'Third' }),
      sendWrong: add({ title: 'x'.repeat(256) }),
      count: async () => (await call.listDocumentVersions({ path })).body.items.length - 1,
    };
  },
  restoreDocument: async () => {
    const deleted = async () => {
      const path = { document_id: (await upload()).id };
      await call.deleteDocument({ path });
      return path;
    };
    const [path, other] = [await deleted(), await deleted()];
    const restore = sends(call.restoreDocument);
    return {
      send: restore({ path }),
      sendOther: restore({ path: other }),
      sendWrong: restore({ path: { document_id: `doc_${'0'.repeat(26)}` } }),
      count: async () => {
        const answers = [await call.getDocument({ path }), await call.getDocument({ path: other })];
        return answers.filter(({ status }) => status === 200).length;
      },
    };
  },
  createUpload: async () => {
    const ask = sends(call.createUpload);
    const made = new Set<string>();
    const send = ask({ json: { size_bytes: 5 } });
    return {
      send: async (headers) => {
        const answer = await send(headers);
        if (answer.status >= 300) return answer;
        made.add(answer.body.id);
        // The URL is signed anew for each answer.
        return { ...answer, body: { ...answer.body, url: '' } };
      },
      sendOther: ask({ json: { size_bytes: 6 } }),
      sendWrong: ask({ json: { size_bytes: 0 } }),
      // No operation lists uploads, so the ids in the answers are counted.
      count: async () => made.size,
    };
  },
  attachDocumentPolicy: async () => {
    const path = { document_id: (await upload()).id };
    const attach = sends((request) => call.attachDocumentPolicy({ path, ...request }));
    return {
      send: attach({ json: { policy_id: policy } }),
      sendOther: attach({ json: { policy_id: otherPolicy } }),
      sendWrong: attach({ json: { policy_id: 'pol_' } }),
      count: async () => (await call.listDocumentPolicies({ path })).body.items.length,
    };
  },
  createDocumentShare: async () => {
    const path = { document_id: (await upload()).id };
    const share = sends((request) => call.createDocumentShare({ path, ...request }));
    const email = `${crypto.randomUUID()}@example.org`;
    const send_mail = false;
    return {
      send: share({ json: { email, send_mail } }),
      sendOther: share({ json: { email: `other-${email}`, send_mail } }),
      sendWrong: share({ json: { email: 'nobody' } }),
      count: async () => (await call.listDocumentShares({ path })).body.items.length,
    };
  },
  createPolicy: async () => {
    const { headers } = await newOrganization();
    const add = sends((request) => call.createPolicy({ as: 'staff', ...request }));
    return {
      send: add({ headers, json: { name: 'Retention' } }),
      sendOther: add({ headers, json: { name: 'Confidential handling' } }),
      sendWrong: add({ headers, json: { name: '' } }),
      count: async () => (await call.listPolicies({ as: 'staff', headers })).body.items.length,
    };
  },
  createGroup: async () => {
    const { headers } = await newOrganization();
    const add = sends((request) => call.createGroup({ as: 'staff', ...request }));
    return {
      send: add({ headers, json: { name: 'Bidders' } }),
      sendOther: add({ headers, json: { name: 'Lawyers' } }),
      sendWrong: add({ headers, json: { name: '' } }),
      count: async () => (await call.listGroups({ as: 'staff', headers })).body.items.length,
    };
  },
  createGroupEntry: async () => {
    const { headers } = await newOrganization();
    const by = { as: 'staff', headers } as const;
    const path = { group_id: (await call.createGroup({ ...by, json: { name: 'Bidders' } })).body.id };
    const add = sends((request) => call.createGroupEntry({ as: 'staff', path, ...request }));
    return {
      send: add({ headers, json: { email: 'ines@guests.example' } }),
      sendOther: add({ headers, json: { domain: 'guests.example' } }),
      sendWrong: add({ headers, json: { email: 'nobody' } }),
      count: async () => (await call.listGroupEntries({ ...by, path })).body.items.length,
    };
  },
  createRoom: async () => {
    const name = uniqueTitle('Repeated');
    const add = sends(call.createRoom);
    return {
      send: add({ json: { name } }),
      sendOther: add({ json: { name: uniqueTitle('Other') } }),
      sendWrong: add({ json: { name: '' } }),
      count: async () => {
        const made = await eventually(
          async () => {
            const { body } = await call.listRooms({ query: { limit: '100' } });
            return body.items.filter((room) => room.name === name);
          },
          ({ length }) => length > 0,
        );
        return made.length;
      },
    };
  },
  createRoomItems: async () => {
    const path = { room_id: (await call.createRoom({ json: { name: uniqueTitle('Repeated') } })).body.id };
    const add = sends((request) => call.createRoomItems({ path, ...request }));
    return {
      send: add({ json: { kind: 'folder', name: 'Contracts' } }),
      sendOther: add({ json: { kind: 'folder', name: 'Plans' } }),
      sendWrong: add({ json: { kind: 'folder', name: '' } }),
      count: async () => (await call.getRoom({ path })).body.item_count ?? 0,
    };
  },
  createRoomAccess: async () => {
    const path = { room_id: (await call.createRoom({ json: { name: uniqueTitle('Repeated') } })).body.id };
    const add = sends((request) => call.createRoomAccess({ path, ...request }));
    const ines = { email: 'ines@guests.example', level: 'view', send_mail: false };
    return {
      send: add({ json: ines }),
      sendOther: add({ json: { ...ines, email: 'john@guests.example' } }),
      sendWrong: add({ json: { ...ines, email: 'nobody' } }),
      count: async () => (await call.listRoomAccess({ path })).body.items.length,
    };
  },
  attachRoomPolicy: async () => {
    const path = { room_id: (await call.createRoom({ json: { name: uniqueTitle('Repeated') } })).body.id };
    const attach = sends((request) => call.attachRoomPolicy({ path, ...request }));
    return {
      send: attach({ json: { policy_id: policy } }),
      sendOther: attach({ json: { policy_id: otherPolicy } }),
      sendWrong: attach({ json: { policy_id: `pol_${'0'.repeat(26)}` } }),
      count: async () => (await call.listRoomPolicies({ path })).body.items.length,
    };
  },
  createOrganization: async () => {
    const found = sends(call.createOrganization);
    const name = uniqueTitle('Repeated');
    const made = new Set<string>();
    const send = found({ json: { name } });
    return {
      send: async (headers) => {
        const answer = await send(headers);
        if (answer.status < 300) made.add(JSON.stringify(answer.body));
        return answer;
      },
      sendOther: found({ json: { name: `${name} and another` } }),
      sendWrong: found({ json: { name: '' } }),
      // No operation lists organizations, so the ids in the answers are counted.
      count: async () => made.size,
    };
  },
  createInvitation: async () => {
    const { headers } = await newOrganization();
    const invite = sends((request) => call.createInvitation({ as: 'staff', ...request }));
    const email = `${crypto.randomUUID()}@guests.example`;
    const role = 'member';
    return {
      send: invite({ headers, json: { email, role } }),
      sendOther: invite({ headers, json: { email, role: 'admin' } }),
      sendWrong: invite({ headers, json: { email: 'nobody', role } }),
      count: async () => (await call.listInvitations({ as: 'staff', headers })).body.items.length,
    };
  },
  sendInvitation: async () => {
    const { headers } = await newOrganization();
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async () => {
        const email = `${crypto.randomUUID()}@guests.example`;
        return (await call.createInvitation({ as: 'staff', headers, json: { email, role: 'member' } })).body
          .id;
      }),
    );
    const made = new Set<string>();
    const send =
      (invitation_id = '') =>
      async (more: Headers = {}) => {
        const answer = await call.sendInvitation({
          as: 'staff',
          path: { invitation_id },
          headers: { ...headers, ...more },
        });
        if (answer.status === 200) made.add(answer.body.url);
        return answer;
      };
    return {
      send: send(one),
      sendOther: send(other),
      sendWrong: send('inv_1'),
      count: async () => made.size,
    };
  },
  createApiKey: async () => {
    const { as, account } = await accountAlone();
    const make = sends((request) => call.createApiKey({ ...as, ...request }));
    const { headers } = as;
    const owner = { service_account_id: account };
    const made = new Set<string>();
    const send = make({ headers, json: { ...owner, name: 'import server' } });
    return {
      send: async (more) => {
        const answer = await send(more);
        if (answer.status === 201) made.add(answer.body.api_key);
        return answer;
      },
      sendOther: make({ headers, json: { ...owner, name: 'laptop' } }),
      sendWrong: make({ headers, json: { ...owner, name: '' } }),
      // The list of API keys lags behind, so the keys in the answers are counted.
      count: async () => made.size,
    };
  },
  createServiceAccount: async () => {
    const { as } = await accountsOrganization();
    const add = sends((request) => call.createServiceAccount({ ...as, ...request }));
    const { headers } = as;
    return {
      send: add({ headers, json: { name: 'Nightly import' } }),
      sendOther: add({ headers, json: { name: 'Weekly export' } }),
      sendWrong: add({ headers, json: { name: '' } }),
      count: async () => (await accountsOf(as)).length,
    };
  },
  registerWebhook: async () => {
    const { headers } = await newOrganization();
    const register = sends((request) => call.registerWebhook({ as: 'staff', ...request }));
    const events = ['webhook.test'];
    return {
      send: register({ headers, json: { url: unusedUrl, events } }),
      sendOther: register({ headers, json: { url: `${unusedUrl}/2`, events } }),
      sendWrong: register({ headers, json: { url: unusedUrl, events: [] } }),
      count: async () => (await webhooksOf(headers)).length,
    };
  },
  rotateWebhookSecret: async () => {
    const endpoint = await newEndpoint();
    const made = new Set<string>();
    const rotate =
      (path: { readonly webhook_id: string }) =>
      async (headers: Headers = {}) => {
        const request = { ...endpoint.as, path, headers: { ...endpoint.as.headers, ...headers } };
        const answer = await call.rotateWebhookSecret(request);
        if (answer.status === 200) made.add(answer.body.secret);
        return answer;
      };
    return {
      send: rotate(endpoint.path),
      sendOther: rotate((await endpointOf(endpoint.as)).path),
      sendWrong: rotate({ webhook_id: 'whk_1' }),
      count: async () => made.size,
    };
  },
  testWebhook: async () => {
    const endpoint = await newEndpoint();
    const test = sends((request) => call.testWebhook({ ...endpoint.as, ...request }));
    const { headers } = endpoint.as;
    return {
      send: test({ headers, path: endpoint.path }),
      sendOther: test({ headers, path: (await endpointOf(endpoint.as)).path }),
      sendWrong: test({ headers, path: { webhook_id: 'whk_1' } }),
      count: async () => (await deliveriesOf(endpoint)).length,
    };
  },
  resendWebhookDelivery: async () => {
    const endpoint = await endpointThatMissed(2);
    const [one, other] = await deliveriesOf(endpoint);
    const resend = (event_id = 'evt_1') =>
      sends((request) => call.resendWebhookDelivery({ ...endpoint.as, ...request }))({
        headers: endpoint.as.headers,
        path: { ...endpoint.path, event_id },
      });
    return {
      send: resend(one?.event_id),
      sendOther: resend(other?.event_id),
      sendWrong: resend(),
      count: async () => (await deliveriesOf(endpoint, { status: 'pending' })).length,
    };
  },
  resendWebhookDeliveries: async () => {
    const endpoint = await endpointThatMissed(1);
    const since = new Date(Date.now() - 60 * 60_000).toISOString();
    const { headers } = endpoint.as;
    const resend = sends((request) =>
      call.resendWebhookDeliveries({ ...endpoint.as, path: endpoint.path, ...request }),
    );
    return {
      send: resend({ headers, json: { since } }),
      sendOther: resend({ headers, json: { since, all: true } }),
      sendWrong: resend({ headers, json: { since: 'yesterday' } }),
      count: async () => (await deliveriesOf(endpoint, { status: 'pending' })).length,
    };
  },
};
