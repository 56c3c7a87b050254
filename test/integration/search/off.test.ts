import { expect, test } from 'vitest';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { textPdf } from '../../support/files/textPdf.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { uploadForm } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call, credentials, table } = stage;

test('on a stage without search, changes of documents write nothing for it, and a message for it is harmless', async () => {
  const form = uploadForm({ title: 'Agreement', access_level: 'organization' }, textPdf(['one']));
  const document_id = (await call.createDocument({ form })).body.id;
  const path = { document_id };
  await stage.deliver(...(await stage.takeMessages('processing')));
  const policy_id = (await call.createPolicy({ json: { name: 'Policy' } })).body.id;
  await call.updateDocument({ path, json: { title: 'Annex' } });
  await call.setDocumentAccessLevel({ path, json: { access_level: 'private' } });
  await call.attachDocumentPolicy({ path, json: { policy_id } });
  await call.detachDocumentPolicy({ path: { ...path, policy_id } });
  await call.createDocumentVersion({ path, form: uploadForm({}, textPdf(['two'])) });
  const [body = ''] = await stage.takeMessages('processing');
  await stage.deliver(body);
  await call.deleteDocumentVersion({ path: { ...path, version_id: JSON.parse(body).version_id } });
  await call.deleteDocument({ path });
  await call.restoreDocument({ path });
  await stage.catchUp();
  const [from, to] = [credentials.user_ids.owner, credentials.user_ids.admin];
  await call.transferDocuments({ as: 'owner', path: { user_id: from }, json: { to } });

  expect(await table.everything(({ pk }) => /^(SEARCHDUE|INDEXED)#/.test(pk))).toEqual([]);
  expect(await stage.takeMessages('indexing')).toEqual([]);
  const late = JSON.stringify({ document_id, tenant: ulidOf(credentials.organization_id) });
  expect(await stage.consume('indexDocument', late)).toEqual([]);
  expect(await table.everything(({ pk }) => /^(SEARCHDUE|INDEXED)#/.test(pk))).toEqual([]);
});
