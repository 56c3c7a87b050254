/**
 * A process that fills a data directory: `node growthSeed.ts DIRECTORY RECEIVER_PORT SIZES`. Prints what it made. It ends before
 * the measurements, so that its memory does not affect them.
 */

import { join } from 'node:path';
import { generateApiKey, hashSecret } from '../../shared/credentials/apiKeys.ts';
import { encryptSecret } from '../../shared/credentials/secrets.ts';
import { createApiKey, newApiKey } from '../../shared/data/callers/apiKeys.ts';
import { type CallerItem, createCaller, newUser } from '../../shared/data/callers/callers.ts';
import { createDocument, type DocumentItem } from '../../shared/data/documents/documents.ts';
import { createVersion, newVersion, processedVersion } from '../../shared/data/documents/versions.ts';
import { founding } from '../../shared/data/organizations/membership.ts';
import {
  createMember,
  newMember,
  type OrganizationItem,
} from '../../shared/data/organizations/organizations.ts';
import { dynamo } from '../../shared/data/table/client.ts';
import type { Change, Write } from '../../shared/data/table/commit.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { markFormat } from '../../shared/data/table/format.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { asFinished, attemptOf, newDelivery } from '../../shared/data/webhooks/deliveries.ts';
import { recordSucceeded } from '../../shared/data/webhooks/deliveryWrites.ts';
import { newEvent } from '../../shared/data/webhooks/events.ts';
import { createWebhook, newWebhook, type WebhookItem } from '../../shared/data/webhooks/webhooks.ts';
import { newSecret } from '../../shared/webhooks/signature.ts';
import { openStores } from '../support/stages/stores.ts';
import { readyDocument } from '../support/storedDocuments.ts';
import { writeDirectly } from './directWrites.ts';
import type { Grown, Kind, Seeded, Sizes } from './growthTypes.ts';

const [directory = '', receiverPort = '', sizesJson = ''] = process.argv.slice(2);
const sizes: Sizes = JSON.parse(sizesJson);
/** The most items in a transaction. */
const together = 100;
const now = Date.now();
const fileBytes = 50_000;

type Writes = Generator<Write | Change>;

/** An organization with its owner and a document, and the items of its kind. */
interface Growing {
  readonly grown: Grown;
  writes(): Writes;
  /** Writes the items that are not written in transactions. Default: none */
  record?(): Promise<void>;
}

interface Founded {
  readonly organization: OrganizationItem;
  readonly founder: CallerItem;
  readonly document: DocumentItem;
  readonly grown: Grown;
  writes(): Writes;
}

function found(kind: Kind, size: number): Founded {
  const person = { name: 'Grace Grower', given_name: 'Grace', family_name: 'Grower' };
  const founder = newUser({ ...person, email: `${newId('user')}@growth.example` }, now);
  const { organization, writes } = founding(founder, `${size} ${kind}`, now);
  const { uuid, secret, text } = generateApiKey('test');
  const key = { uuid, secret_hash: hashSecret(secret), name: kind, owner_id: founder.id };
  const document = ofCreator(organization, founder, 'Master agreement');
  return {
    organization,
    founder,
    document,
    grown: {
      size,
      api_key: text,
      document_id: document.id,
      version_id: document.newest_version_id,
      member_id: '',
      webhook_id: '',
    },
    *writes() {
      yield* createCaller(founder);
      yield* writes;
      yield createApiKey(newApiKey({ ...key, organization_id: organization.id }, now));
    },
  };
}

const ofCreator = (organization: OrganizationItem, { id, type, name }: CallerItem, title: string) =>
  readyDocument(
    { organization_id: organization.id, title, created_by: { id, type, name } },
    { id: newId('ver'), size_bytes: fileBytes },
    organization,
  );

const growing: Readonly<Record<Kind, (size: number) => Promise<Growing>>> = {
  documents: async (size) => {
    const { organization, founder, document, grown, writes } = found('documents', size);
    return {
      grown,
      *writes() {
        yield* writes();
        // The measured document is in the middle.
        for (let index = 1; index < size; index++) {
          if (index === Math.ceil(size / 2)) yield createDocument(document);
          yield createDocument(
            ofCreator(organization, founder, `Master agreement ${String(index).padStart(7, '0')}`),
          );
        }
      },
    };
  },
  versions: async (size) => {
    const { document, grown, writes } = found('versions', size);
    const ids = Array.from({ length: size }, () => newId('ver'));
    const newest_version_id = ids.at(-1) ?? document.newest_version_id;
    const file = { page_count: 3, size_bytes: fileBytes, sha256: hashSecret('a file') };
    return {
      grown: { ...grown, version_id: ids[Math.floor(size / 2)] ?? '' },
      *writes() {
        yield* writes();
        for (const [index, id] of ids.entries()) {
          const given = { id, number: index + 1, title: null, description: null, size_bytes: fileBytes };
          const version = newVersion(document, { ...given, created_by: document.created_by }, now);
          yield createVersion(processedVersion(version, { processing_status: 'ready', file }));
        }
        const current_version = { id: newest_version_id, number: size };
        yield createDocument({ ...document, version_count: size, newest_version_id, current_version });
      },
    };
  },
  members: async (size) => {
    const { organization, document, grown, writes } = found('members', size);
    // The founder is a member too.
    const users = Array.from({ length: size - 1 }, (_, index) => {
      const [given_name, family_name] = ['Member', String(index)];
      const email = `member${index}@growth.example`;
      return newUser({ name: `${given_name} ${family_name}`, email, given_name, family_name }, now);
    });
    return {
      grown: { ...grown, member_id: users[Math.floor(size / 2)]?.id.replace('user_', 'usr_') ?? '' },
      *writes() {
        yield* writes();
        for (const user of users) yield createMember(newMember(user, organization.id, 'member', now));
        yield createDocument(document);
      },
    };
  },
  deliveries: async (size) => {
    const { organization, founder, document, grown, writes } = found('deliveries', size);
    const id = newId('whk');
    const given = {
      id,
      organization_id: organization.id,
      url: `https://localhost:${receiverPort}/hook`,
      events: ['*'],
      created_by: founder.id,
      registered_by_staff: false,
    };
    const webhook = newWebhook(given, await encryptSecret(newSecret(), given), now);
    return {
      grown: { ...grown, webhook_id: id },
      *writes() {
        yield* writes();
        yield* createWebhook(webhook, organization);
        yield createDocument(document);
      },
      record: () => recordDeliveries(webhook, size),
    };
  },
};

/** Records deliveries as the worker does when the first attempt succeeds. */
async function recordDeliveries(webhook: WebhookItem, count: number): Promise<void> {
  const answered = { succeeded: true, status_code: 204, error: null, duration_ms: 20, response_body: '' };
  const outcome = { ...answered, started_at: new Date(now).toISOString(), next_attempt_at_ms: null };
  const { organization_id } = webhook;
  for (let start = 0; start < count; start += together) {
    const succeeded = Array.from({ length: Math.min(together, count - start) }, () => {
      const given = {
        id: newId('evt'),
        organization_id,
        type: 'document.updated',
        visible_to: null,
        body: '',
      };
      const begun = newDelivery(newEvent(given, now), webhook.id, now);
      const delivery = asFinished({ ...begun, attempt_count: 1 }, 'succeeded');
      return { delivery, attempt: attemptOf(delivery, outcome) };
    });
    await recordSucceeded(succeeded, [], 0);
  }
}

async function writeAll(writes: Iterable<Write | Change>): Promise<void> {
  let batch: (Write | Change)[] = [];
  for (const write of writes) {
    batch.push(write);
    if (batch.length < together) continue;
    await transact(batch);
    batch = [];
  }
  if (batch.length > 0) await transact(batch);
}

async function makeAll(): Promise<Readonly<Record<Kind, readonly Growing[]>>> {
  const all = async (kind: Kind) => Promise.all(sizes[kind].map((size) => growing[kind](size)));
  return {
    documents: await all('documents'),
    versions: await all('versions'),
    members: await all('members'),
    deliveries: await all('deliveries'),
  };
}

// The table must exist, and so must the KMS key that encrypts the signing secrets of endpoints.
const stores = await openStores('http://localhost', { dataDirectory: directory });
// The service refuses a table that has people but no mark of its format, because it takes such a table for one of an earlier release.
await markFormat();
const made = await makeAll();
await stores.close();
const items = await writeDirectly(dynamo, join(directory, 'dynamodb'), async () => {
  for (const growing of Object.values(made).flat()) {
    await writeAll(growing.writes());
    await growing.record?.();
  }
});
const grownOf = (kind: Kind) => made[kind].map(({ grown }) => grown);
const seeded: Seeded = {
  items,
  grown: {
    documents: grownOf('documents'),
    versions: grownOf('versions'),
    members: grownOf('members'),
    deliveries: grownOf('deliveries'),
  },
};
console.log(JSON.stringify(seeded));
