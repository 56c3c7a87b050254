import { expect, test } from 'vitest';
import { open } from '../support/activity.ts';
import { readyDocument } from '../support/documents.ts';
import { addPolicy, attach } from '../support/policies.ts';

test.for([
  ['owner', true],
  ['admin', true],
  ['member', false],
] as const)(
  'the page has a link to the console for the %s (%s), and no fact for managers or engineers',
  async ([as, manages]) => {
    const { document_id } = await readyDocument({ fields: { access_level: 'organization' } });
    await attach(document_id, (await addPolicy(undefined, {}, { retain_for_days: 1 })).id);

    const text = await (await open(`/d/${document_id}`, as)).text();

    expect(text.includes(`/app/documents/${document_id}`)).toBe(manages);
    expect(text).not.toMatch(
      /<dt>(Status|Access)|class="(governance|retention|readers|shares|earlier)"|<form class="share"/,
    );
  },
);
