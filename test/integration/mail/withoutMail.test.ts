import { expect, test } from 'vitest';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../support/uploads.ts';

const { call, takeMessages } = await sharedStage({ environment: { mailFrom: '' } });

const newDocument = async () => {
  const form = uploadForm({ title: 'Offer', access_level: 'organization' }, await makePdf());
  const document_id = (await call.createDocument({ form })).body.id;
  return { document_id };
};

test('on a stage without mail, a share has no mail, and sending one is refused', async () => {
  const path = await newDocument();
  const json = { email: 'reader@guests.example' };

  const { body: made } = await call.createDocumentShare({ path, json });
  const wanted = await call.createDocumentShare({
    path,
    json: { email: 'b@guests.example', send_mail: true },
  });
  const sent = await call.sendDocumentShare({ path: { ...path, share_id: made.id } });

  expect(made.mail).toBe('none');
  expect(wanted).toMatchObject({ status: 400, error: { code: 'invalid_value', param: 'send_mail' } });
  expect(sent).toMatchObject({ status: 400, error: { code: 'invalid_value', param: 'share_id' } });
  expect((await call.listDocumentShares({ path })).body.items).toEqual([made]);
  expect(await takeMessages('mail')).toEqual([]);
});
