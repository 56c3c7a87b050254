import { expect, test, vi } from 'vitest';
import { dynamo } from '../../../shared/data/table/client.ts';
import { answeringStore } from './answering.ts';

test('a process whose first command finds no credentials recovers once there are some', async () => {
  await using store = await answeringStore({ Item: { pk: { S: 'DOC#1' } } });
  const get = () => dynamo.send('GetItem', { TableName: 'table', Key: { pk: 'DOC#1', sk: 'DOC' } });
  const variables = {
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, undefined);
  await expect(get()).rejects.toThrow(/credentials/i);

  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDFIRST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'first');

  await expect(get()).resolves.toMatchObject({ Item: { pk: 'DOC#1' } });
  expect(store.take()).toHaveLength(1);
});
