import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { forgetAll, memory } from '../../../shared/runtime/memory.ts';

test('a memory makes its value when it is first needed, and again after everything was forgotten', () => {
  let made = 0;
  const counter = memory(() => ++made);
  const optional = memory<string | undefined>(() => undefined);

  expect(made).toBe(0);
  expect([counter.current, counter.current]).toEqual([1, 1]);
  counter.current = 7;
  optional.current = 'kept';
  expect([counter.current, optional.current]).toEqual([7, 'kept']);

  forgetAll();
  expect([counter.current, optional.current]).toEqual([2, undefined]);
});

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Modules that keep what stays true for a process: connections, work under way, and results of files and pure functions. */
const lasting = [
  'functions/api/organization/setOrganizationLogo.ts',
  'functions/workers/keepText/textThread.ts',
  'functions/workers/prepareCopy/rendering.ts',
  'functions/workers/prepareCopy/stamping.ts',
  'functions/workers/threads/readTexts.ts',
  'functions/workers/threads/renderPages.ts',
  'functions/workers/threads/stampFile.ts',
  'shared/contract/words/named.ts',
  'shared/data/table/conflict.ts',
  'shared/data/table/ids.ts',
  'shared/openapi/bodies.ts',
  'shared/pages/console/files.ts',
  'shared/pages/document/watermarkPicture.ts',
  'shared/pages/viewer/files.ts',
  'shared/pdf/pdfium/letters.ts',
  'shared/pdf/readByPdfium.ts',
  'shared/pdf/typography/fontLibrary.ts',
  'shared/policies/allowedReaders.ts',
  'shared/runtime/environment.ts',
  'shared/signIn/userPool.ts',
  'shared/webhooks/connections.ts',
  'shared/webhooks/exchange.ts',
];

test('what a process keeps between invocations is in a memory, so that tests can make it new', () => {
  const keeping = globSync('{functions,shared}/**/*.ts', { cwd: root })
    .filter((file) => !/^shared\/(console|client)\//.test(file))
    .filter((file) =>
      /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\);)/m.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  expect(keeping.sort()).toEqual(lasting);
});
