import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { type RunningService, startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';
import { allowedRequests, formOf, type GeneratedRequest, type Known, requests } from './requests.ts';

/** FUZZ_REQUESTS is the number of requests, FUZZ_SEED the seed. */
const { FUZZ_REQUESTS = '1000', FUZZ_SEED = '20261122' } = process.env;

const cleanup = new AsyncDisposableStack();
let service: RunningService;
let call: ReturnType<typeof clientOf>;
let known: Known;
/** A document that no generated request names. */
let untouched: string;
beforeAll(async () => {
  const directory = cleanup.use(await temporaryDirectory());
  service = await startService({
    DATA_DIR: directory.path,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false',
    ...withoutRateLimits,
  });
  cleanup.defer(() => service.stop());
  call = clientOf(service.credentials);
  const form = uploadForm({ title: 'There' }, await makePdf());
  const { body: document } = await call.createDocument({ form });
  untouched = (await call.createDocument({ form: uploadForm({ title: 'Untouched' }, await makePdf()) })).body
    .id;
  const path = { document_id: document.id };
  const { items } = (await call.listDocumentVersions({ path })).body;
  const { policy_ids, user_ids, organization_id } = service.credentials;
  known = {
    document_id: [document.id],
    version_id: items.map(({ id }) => id),
    policy_id: policy_ids,
    user_id: [user_ids.member],
    'X-Service-Organization-Id': [organization_id],
  };
}, 60_000);
afterAll(() => cleanup.disposeAsync());

test('requests that the OpenAPI document allows are not refused as malformed', async () => {
  await fc.assert(
    fc.asyncProperty(allowedRequests(known), async ({ contract, path, json }) => {
      const { status, error, problem } = await call(contract, { path: { ...path }, json });
      expect(status, error?.message ?? problem?.detail).not.toBe(400);
    }),
    { seed: Number(FUZZ_SEED), numRuns: 200, interruptAfterTimeLimit: 3000 },
  );
});

test('any request gets an answer that is in the OpenAPI document, and no failure', {
  timeout: 1_200_000,
}, async () => {
  const statuses = new Map<number, number>();

  const answered = async (
    { contract, fields: _fields, payload: _payload, ...request }: GeneratedRequest,
    form?: FormData,
  ) => {
    // The client checks each answer against the contract and the OpenAPI document.
    const { status } = await call(contract, { ...request, ...(form && { form }) });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    expect(status).toBeLessThan(500);
  };
  await fc.assert(
    fc.asyncProperty(requests(known), (request) => answered(request, formOf(request))),
    { seed: Number(FUZZ_SEED), numRuns: Number(FUZZ_REQUESTS) },
  );

  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
  expect((await call.getDocument({ path: { document_id: untouched } })).status).toBe(200);
});
