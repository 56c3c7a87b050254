import { expect, test } from 'vitest';
import { anonymousWindow } from '../../../functions/authorizer/viewers.ts';
import { consoleFiles, pages } from '../../../shared/contract/pages.ts';

test('requests for files of the console are counted separately', () => {
  const windows = [consoleFiles, pages.console.path, '/v1/me'].map((route) =>
    anonymousWindow(route, '192.0.2.1'),
  );

  expect(windows).toEqual(['ip:files:192.0.2.1', 'ip:pages:192.0.2.1', 'ip:api:192.0.2.1']);
});
