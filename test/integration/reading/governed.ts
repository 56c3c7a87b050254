import { expect } from 'vitest';
import type { DocumentId, PolicyId, VersionId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { Actor } from '../../support/callRequest.ts';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf, uploadReady } from '../../support/uploads.ts';

export interface Governed {
  readonly id: DocumentId;
  readonly version_id: VersionId;
  readonly policy_id: PolicyId;
  readonly at: string;
}

/** Returns the stage of this process, and helpers for tests of documents with policies. */
export async function governedStage() {
  const stage = await sharedFaultyStage();
  /** All bytes that readers got, headers included. */
  const seen: Buffer[] = [];
  const prepare = async () => {
    const messages = await stage.takeMessages('preparations');
    for (const message of messages) expect(await stage.consume('prepareCopy', message)).toEqual([]);
    return messages.length;
  };
  /** A public document with a file and a policy. The version of the document has failed if the file is not readable. */
  const governed = async (
    pdf: Uint8Array<ArrayBuffer>,
    rules: Rules = { view_only: true },
  ): Promise<Governed> => {
    const fields = { title: 'For your eyes', access_level: 'public' };
    const { id, version_id, path } = await uploadReady(stage, fields, {}, pdf);
    await stage.drain('texts');
    const json = { name: `Governed ${crypto.randomUUID()}`, rules };
    const { id: policy_id } = (await stage.call.createPolicy({ as: 'admin', json })).body;
    await stage.call.attachDocumentPolicy({ path, json: { policy_id } });
    return { id, version_id, policy_id, at: `/d/${id}` };
  };

  return {
    stage,
    seen,
    governed,

    /** Runs the worker with all requested preparations. Resolves with the number of preparations. */
    prepare,

    /** A public document whose readers see the pictures of its pages, which are drawn. */
    async withPictures(pages: number): Promise<Governed> {
      const document = await governed(await makeSmallPdf(pages));
      await stage.open(document.at);
      await prepare();
      return document;
    },

    /** A person without an organization, with a key that reads what is shared with their address. */
    async newReader() {
      const person = await storedPerson({ proven_at: new Date().toISOString() });
      return { id: person.id, email: person.email ?? '', headers: (await storedApiKey(person)).headers };
    },

    /** Reports seconds of pages, such as `1:20,3:5`, as the page of a document does. */
    async report(
      { at }: Governed,
      view: string | undefined,
      seconds: string,
      headers: Readonly<Record<string, string>>,
    ) {
      const body = new URLSearchParams({ view: view ?? '', seconds });
      const { status, text } = await stage.open(at, headers, { method: 'POST', body });
      return { status, accepted: status === 200 ? JSON.parse(text).seconds : null };
    },

    /** The entries about readings of a document, newest first. */
    async readings(document_id: string) {
      await stage.catchUp();
      const { items } = (await stage.call.listDocumentActivity({ path: { document_id } })).body;
      return items.filter(({ type }) => ['viewed', 'downloaded', 'refused'].includes(type));
    },

    /** Opens a page or a file as an actor, or without a credential. Does not follow redirects. */
    async get(path: string, as?: Actor | null, more: Record<string, string> = {}) {
      const url = path.startsWith('http') ? path : stage.credentials.base_url + path;
      const key = as && stage.credentials.api_keys[as];
      const headers = { Accept: 'text/html', ...(key && { Authorization: `Bearer ${key}` }), ...more };
      const response = await fetch(url, { headers, redirect: 'manual' });
      const body = Buffer.from(await response.arrayBuffer());
      seen.push(Buffer.from(JSON.stringify([...response.headers])), body);
      return { status: response.status, headers: response.headers, body, text: body.toString() };
    },
  };
}

/**
 * What readers get of a file of each kind: the number of pages, or a pattern for the reason of a refusal. `test/unit/pdf/stamp.test.ts` draws
 * and stamps all stored files.
 */
export const outcomes: Readonly<Record<string, RegExp | number>> = {
  'plain.pdf': 2,
  'encrypted-aes256-object-streams.pdf': /The file asks for a password/,
  'truncated-before-pages.pdf': /could not be read/,
};
