import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { requestOf } from '../../../shared/client/request.ts';
import { allOperations } from '../../../shared/contract/operations.ts';

const document_id = 'doc_00000000000000000000000000';

/** The names in a schema of the contract. */
const namesIn = (schema: z.ZodMiniType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});

test.for(allOperations.map((contract) => [contract.id, contract] as const))(
  'the inputs of %s have different names',
  ([, { pathParameters, query, body }]) => {
    const inBody = body?.kind === 'json' ? body.schema : body?.fields;
    const names = [pathParameters, query, ...(inBody ? [inBody] : [])].flatMap(namesIn);

    expect(names).toEqual([...new Set(names)]);
  },
);

test.for(allOperations.map((contract) => [contract.id, contract] as const))(
  '%s has a query if its method is GET, a body if it is another method, and one of the two if it is DELETE',
  ([, { method, query, body }]) => {
    const hasQuery = method === 'GET' || (method === 'DELETE' && body === null);

    expect(hasQuery ? body : namesIn(query)).toEqual(hasQuery ? null : []);
  },
);

describe('a request', () => {
  test('with GET has its other parameters in the query', async () => {
    const input = { document_id, limit: 2, cursor: 'a+b=', unknown: undefined };

    expect(await requestOf('listDocumentVersions', input)).toEqual({
      method: 'GET',
      path: `/v1/documents/${document_id}/versions?limit=2&cursor=a%2Bb%3D`,
      body: undefined,
      contentType: null,
    });
  });

  test('with PATCH has its other parameters in JSON, with null', async () => {
    expect(await requestOf('updateDocument', { document_id, title: 'T', description: null })).toEqual({
      method: 'PATCH',
      path: `/v1/documents/${document_id}`,
      body: '{"title":"T","description":null}',
      contentType: 'application/json',
    });
    expect(await requestOf('updateDocument', { document_id })).toMatchObject({ body: '{}' });
  });

  test('with DELETE has its other parameters in JSON if the operation has a body', async () => {
    expect(await requestOf('deleteOrganization', { name: 'Müller' })).toMatchObject({
      path: '/v1/organization',
      body: '{"name":"Müller"}',
    });
    expect(await requestOf('deleteDocument', { document_id })).toMatchObject({ body: undefined });
  });

  test('without a body in the contract has none', async () => {
    const request = await requestOf('generateDocumentEntryPage', { document_id });

    expect(request).toMatchObject({ body: undefined, contentType: null });
  });

  test.for([
    { what: 'bytes', payload: Uint8Array.from(Buffer.from('%PDF-')), name: 'blob' },
    { what: 'a File, which keeps its name', payload: new File(['%PDF-'], 'lease.pdf'), name: 'lease.pdf' },
    { what: 'a stream', payload: new Blob(['%PDF-']).stream(), name: 'blob' },
  ])('with a form has a payload of $what, and leaves out null', async ({ payload, name }) => {
    const { body, contentType } = await requestOf('createDocument', {
      payload,
      title: 'Übersicht',
      description: null,
    });

    const form = await new Response(body ?? null, {
      headers: { 'Content-Type': contentType ?? '' },
    }).formData();
    const file = form.get('payload');
    expect([...form.keys()].toSorted()).toEqual(['payload', 'title']);
    expect(form.get('title')).toBe('Übersicht');
    expect(file).toMatchObject({ name });
    expect(file instanceof File && (await file.text())).toBe('%PDF-');
  });

  test.for([undefined, null, '', '.', '..', 7])(
    'encodes its path, and is not sent with %s in it',
    async (value) => {
      expect((await requestOf('getDocument', { document_id: 'a/b?c' })).path).toBe('/v1/documents/a%2Fb%3Fc');
      await expect(requestOf('getDocument', { document_id: value })).rejects.toThrow(
        new TypeError('document_id is required.'),
      );
    },
  );
});
