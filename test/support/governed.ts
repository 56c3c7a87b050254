import type { Rules } from '../../shared/contract/resources/rules.ts';
import { readyDocument, uniqueTitle } from './documents.ts';
import { addPolicy, attach } from './policies.ts';

/** Makes a ready document with a policy, and the paths of its pages. Default: a public document of the owner */
export async function governed(rules: Rules, fields: Readonly<Record<string, string>> = {}) {
  const title = uniqueTitle('Governed');
  const document = await readyDocument({ fields: { access_level: 'public', title, ...fields } });
  const policy = await addPolicy(undefined, {}, rules);
  await attach(document.document_id, policy.id);
  const at = `/d/${document.document_id}`;
  return { ...document, policy, title, at, version: `${at}/versions/${document.version_id}` };
}
