import { expect, test } from 'vitest';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploaded } from '../../support/uploads.ts';

const { call, takeMessages } = await sharedStage({ environment: { mailFrom: '' } });

test('on a stage without mail, a share has no mail, and sending one is refused', async () => {
  const path = await uploaded(call, { access_level: 'organization' });
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
