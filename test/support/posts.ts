import { inject } from 'vitest';
import type { OperationId, tableOfContents } from '../../shared/contract/tableOfContents.ts';
import { accountAlone, accountsOf, accountsOrganization } from './apiKeys.ts';
import type { Answer, CallRequest } from './client.ts';
import { call, uniqueTitle, upload } from './documents.ts';
import { deliveriesOf, endpointOf, endpointThatMissed, newEndpoint } from './endpoints.ts';
import { eventually } from './eventually.ts';
import { someAddress } from './invitations.ts';
import { makePdf, uploadForm } from './uploads.ts';
import { newOrganization, unusedUrl, webhooksOf } from './webhooks.ts';

type PostId = { [I in OperationId]: (typeof tableOfContents)[I][0] extends 'POST' ? I : never }[OperationId];
type Headers = Readonly<Record<string, string>>;

/** A request that can be repeated. Its form has another boundary each time. */
interface Repeatable {
  send(headers?: Headers): Promise<Answer<unknown>>;
  /** Sends other content to the same operation. */
  sendOther(headers?: Headers): Promise<Answer<unknown>>;
  /** Sends content that the operation refuses. */
  sendWrong(headers?: Headers): Promise<Answer<unknown>>;
  /** Returns how many items the operation has made. */
  count(): Promise<number>;
}

/** What requests of an operation have in common, and what a request to repeat, another one and a refused one have. */
type Requests = readonly [common: CallRequest, repeated: CallRequest, other: CallRequest, wrong: CallRequest];

/** `count`: counts what a list shows. Default: the different answers are counted, because no list shows at once what the operation makes */
function repeatableBy<R>(
  run: (request: CallRequest) => Promise<Answer<R>>,
  [common, repeated, other, wrong]: Requests,
  count?: () => Promise<number>,
): Repeatable {
  const made = new Set<string>();
  const sends =
    (request: CallRequest) =>
    async (headers: Headers = {}) => {
      const answer = await run({ ...common, ...request, headers: { ...common.headers, ...headers } });
      if (answer.status < 300) made.add(JSON.stringify(answer.body));
      return answer;
    };
  return {
    send: sends(repeated),
    sendOther: sends(other),
    sendWrong: sends(wrong),
    count: count ?? (async () => made.size),
  };
}

const withJson = (common: CallRequest, ...bodies: readonly [object, object, object]): Requests => {
  const [repeated, other, wrong] = bodies;
  return [common, { json: repeated }, { json: other }, { json: wrong }];
};
const withName = (common: CallRequest, name: string = uniqueTitle('Repeated')): Requests =>
  withJson(common, { name }, { name: `${name} and another` }, { name: '' });
const onPaths = (common: CallRequest, ...paths: readonly NonNullable<CallRequest['path']>[]): Requests => {
  const [repeated = {}, other = {}, wrong = {}] = paths;
  return [common, { path: repeated }, { path: other }, { path: wrong }];
};

type Page<T> = Promise<{ readonly body: { readonly items: readonly T[] } }>;
const sizeOf = async (list: Page<unknown>) => (await list).body.items.length;
/** Counts items in a list that lags behind, once it has one. */
const countIn = async <T>(list: () => Page<T>, isMade: (item: T) => boolean) =>
  eventually(
    async () => (await list()).body.items.filter(isMade).length,
    (count) => count > 0,
  );

const pdf = await makePdf();
const otherPdf = await makePdf({ pages: 2 });
const [policy_id = '', other_policy_id = ''] = inject('credentials').policy_ids;
const ofDocument = async () => ({ path: { document_id: (await upload()).id } });
const ofRoom = async () => {
  const json = { name: uniqueTitle('Repeated') };
  return { path: { room_id: (await call.createRoom({ json })).body.id } };
};
const ofOrganization = async () => ({ as: 'staff', headers: (await newOrganization()).headers }) as const;

/**
 * Every POST whose answers are stored, with a request. Handing over documents and taking back ownership need an organization with several
 * members, so other files test them (`handover.test.ts`, `ownership.test.ts`). A stage without mail refuses to mail a share
 * (`shares.test.ts`).
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
    const query = { limit: '100', created_after: new Date(Date.now() - 60_000).toISOString() };
    const forms = [uploadForm({ title }, pdf), uploadForm({ title }, otherPdf), uploadForm({}, pdf)] as const;
    return repeatableBy(
      call.createDocument,
      [{}, { form: forms[0] }, { form: forms[1] }, { form: forms[2] }],
      () =>
        countIn(
          () => call.listDocuments({ query }),
          (one) => one.title === title,
        ),
    );
  },
  createDocumentVersion: async () => {
    const document = await ofDocument();
    const form = (title: string) => ({ form: uploadForm({ title }, pdf) });
    return repeatableBy(
      call.createDocumentVersion,
      [document, form('Second'), form('Third'), form('x'.repeat(256))],
      async () => (await sizeOf(call.listDocumentVersions(document))) - 1,
    );
  },
  restoreDocument: async () => {
    const deleted = [await ofDocument(), await ofDocument()];
    for (const document of deleted) await call.deleteDocument(document);
    const paths = [...deleted.map(({ path }) => path), { document_id: `doc_${'0'.repeat(26)}` }];
    return repeatableBy(call.restoreDocument, onPaths({}, ...paths), async () => {
      const answers = await Promise.all(deleted.map((document) => call.getDocument(document)));
      return answers.filter(({ status }) => status === 200).length;
    });
  },
  createUpload: async () =>
    repeatableBy(
      async (request) => {
        const answer = await call.createUpload(request);
        // The URL is signed anew for each answer.
        return answer.status < 300 ? { ...answer, body: { ...answer.body, url: '' } } : answer;
      },
      withJson({}, { size_bytes: 5 }, { size_bytes: 6 }, { size_bytes: 0 }),
    ),
  attachDocumentPolicy: async () => {
    const document = await ofDocument();
    return repeatableBy(
      call.attachDocumentPolicy,
      withJson(document, { policy_id }, { policy_id: other_policy_id }, { policy_id: 'pol_' }),
      () => sizeOf(call.listDocumentPolicies(document)),
    );
  },
  createDocumentShare: async () => {
    const document = await ofDocument();
    const to = (email: string) => ({ email, send_mail: false });
    return repeatableBy(
      call.createDocumentShare,
      withJson(document, to(someAddress()), to(someAddress()), to('nobody')),
      () => sizeOf(call.listDocumentShares(document)),
    );
  },
  createPolicy: async () => {
    const by = await ofOrganization();
    return repeatableBy(call.createPolicy, withName(by), () => sizeOf(call.listPolicies(by)));
  },
  createGroup: async () => {
    const by = await ofOrganization();
    return repeatableBy(call.createGroup, withName(by, 'Bidders'), () => sizeOf(call.listGroups(by)));
  },
  createGroupEntry: async () => {
    const by = await ofOrganization();
    const { id: group_id } = (await call.createGroup({ ...by, json: { name: 'Bidders' } })).body;
    const group = { ...by, path: { group_id } };
    return repeatableBy(
      call.createGroupEntry,
      withJson(group, { email: someAddress() }, { domain: 'guests.example' }, { email: 'nobody' }),
      () => sizeOf(call.listGroupEntries(group)),
    );
  },
  createRoom: async () => {
    const name = uniqueTitle('Repeated');
    return repeatableBy(call.createRoom, withName({}, name), () =>
      countIn(
        () => call.listRooms({ query: { limit: '100' } }),
        (room) => room.name === name,
      ),
    );
  },
  createRoomItems: async () => {
    const room = await ofRoom();
    const folder = (name: string) => ({ kind: 'folder', name });
    return repeatableBy(
      call.createRoomItems,
      withJson(room, folder('Contracts'), folder('Plans'), folder('')),
      async () => (await call.getRoom(room)).body.item_count ?? 0,
    );
  },
  createRoomAccess: async () => {
    const room = await ofRoom();
    const to = (email: string) => ({ email, level: 'view', send_mail: false });
    return repeatableBy(
      call.createRoomAccess,
      withJson(room, to(someAddress()), to(someAddress()), to('nobody')),
      () => sizeOf(call.listRoomAccess(room)),
    );
  },
  attachRoomPolicy: async () => {
    const room = await ofRoom();
    return repeatableBy(
      call.attachRoomPolicy,
      withJson(room, { policy_id }, { policy_id: other_policy_id }, { policy_id: `pol_${'0'.repeat(26)}` }),
      () => sizeOf(call.listRoomPolicies(room)),
    );
  },
  createOrganization: async () => repeatableBy(call.createOrganization, withName({})),
  createInvitation: async () => {
    const by = await ofOrganization();
    const [email, role] = [someAddress(), 'member'];
    return repeatableBy(
      call.createInvitation,
      withJson(by, { email, role }, { email, role: 'admin' }, { email: 'nobody', role }),
      () => sizeOf(call.listInvitations(by)),
    );
  },
  sendInvitation: async () => {
    const by = await ofOrganization();
    const invited = async () => {
      const { body } = await call.createInvitation({ ...by, json: { email: someAddress(), role: 'member' } });
      return { invitation_id: body.id };
    };
    return repeatableBy(
      call.sendInvitation,
      onPaths(by, await invited(), await invited(), { invitation_id: 'inv_1' }),
    );
  },
  createApiKey: async () => {
    const { as, account: service_account_id } = await accountAlone();
    const named = (name: string) => ({ service_account_id, name });
    return repeatableBy(call.createApiKey, withJson(as, named('import server'), named('laptop'), named('')));
  },
  createServiceAccount: async () => {
    const { as } = await accountsOrganization();
    return repeatableBy(call.createServiceAccount, withName(as), async () => (await accountsOf(as)).length);
  },
  registerWebhook: async () => {
    const by = await ofOrganization();
    const at = (url: string, events = ['webhook.test']) => ({ url, events });
    return repeatableBy(
      call.registerWebhook,
      withJson(by, at(unusedUrl), at(`${unusedUrl}/2`), at(unusedUrl, [])),
      async () => (await webhooksOf(by.headers)).length,
    );
  },
  rotateWebhookSecret: async () => {
    const { as, path } = await newEndpoint();
    const other = await endpointOf(as);
    return repeatableBy(call.rotateWebhookSecret, onPaths(as, path, other.path, { webhook_id: 'whk_1' }));
  },
  testWebhook: async () => {
    const endpoint = await newEndpoint();
    const other = await endpointOf(endpoint.as);
    return repeatableBy(
      call.testWebhook,
      onPaths(endpoint.as, endpoint.path, other.path, { webhook_id: 'whk_1' }),
      async () => (await deliveriesOf(endpoint)).length,
    );
  },
  resendWebhookDelivery: async () => {
    const endpoint = await endpointThatMissed(2);
    const missed = (await deliveriesOf(endpoint)).map(({ event_id }) => event_id);
    return repeatableBy(
      call.resendWebhookDelivery,
      onPaths(endpoint.as, ...[...missed, 'evt_1'].map((event_id) => ({ ...endpoint.path, event_id }))),
      async () => (await deliveriesOf(endpoint, { status: 'pending' })).length,
    );
  },
  resendWebhookDeliveries: async () => {
    const endpoint = await endpointThatMissed(1);
    const { as, path } = endpoint;
    const since = new Date(Date.now() - 60 * 60_000).toISOString();
    return repeatableBy(
      call.resendWebhookDeliveries,
      withJson({ ...as, path }, { since }, { since, all: true }, { since: 'yesterday' }),
      async () => (await deliveriesOf(endpoint, { status: 'pending' })).length,
    );
  },
};
