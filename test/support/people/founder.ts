import { call } from '../documents.ts';
import { eventually } from '../eventually.ts';
import { readFixture } from '../files/fixtures.ts';
import { invite, someAddress } from '../invitations.ts';
import { sameOrigin } from '../organizations.ts';
import { accept } from '../signedIn.ts';
import { type Visit, type VisitOptions, visit } from './browser.ts';

/** Makes a person who belongs to a new organization. Resolves with their browser, which is signed in, and their address. */
export async function newPerson(organization: string, role: 'owner' | 'member') {
  const { id } = (await call.createOrganization({ json: { name: organization } })).body;
  const email = someAddress();
  const { url } = (await invite({ 'X-Service-Organization-Id': id }, { email, role })).body;
  return { email, person: await accept(url, email) };
}

/** Opens a page of the console as an owner of a new organization, so that a test can change it without disturbing others. */
export const visitAsNewOwner = async (at: string, options: VisitOptions = {}): Promise<Visit> =>
  visit({ ...options, as: (await newPerson('Grüner Wald', 'owner')).person, at });

/** Opens a page of the console as a member of a new organization who acts in another one, which they have founded. */
export async function visitAsFounder(at: string): Promise<Visit> {
  const { person } = await newPerson('Where founders come from', 'member');
  const visiting = await visit({ as: person });
  const { page } = visiting;
  const { id: organization_id } = (await postAs(visiting, '/v1/organization', { name: 'Grüner Wald' })) as {
    readonly id: string;
  };
  // The list of organizations may lag behind the table, except for the current organization. So this waits in both.
  const untilBothAreListed = () =>
    eventually(
      async () => (await (await page.request.get('/v1/me')).json()).organizations.length,
      (listed) => listed === 2,
    );
  await untilBothAreListed();
  await postAs(visiting, '/v1/organization/switch', { organization_id });
  await untilBothAreListed();
  await page.goto(at);
  return visiting;
}

/** Sends a request of the API with the session of a window. */
export async function postAs({ page }: Visit, path: string, data: object): Promise<unknown> {
  const response = await page.request.post(path, { data, headers: sameOrigin });
  return response.json();
}

/** Uploads a PDF with the session of a window. */
export async function uploadAs({ page }: Visit, title: string): Promise<void> {
  const payload = {
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(readFixture('plain.pdf')),
  };
  const multipart = { title, payload };
  const response = await page.request.post('/v1/documents', { multipart, headers: sameOrigin });
  if (response.status() !== 200) throw new Error(await response.text());
}

/** Waits until a list of the API, read with the session of a window, has a number of items on all of its pages together. */
export const untilListedAs = ({ page }: Visit, path: string, count: number) =>
  eventually(
    async () => {
      let listed = 0;
      let cursor = '';
      do {
        const next = cursor && `&cursor=${cursor}`;
        const response = await page.request.get(`${path}${next}`);
        const { items, pagination } = await response.json();
        listed += items.length;
        cursor = pagination.next_cursor;
      } while (cursor !== '');
      return listed;
    },
    (listed) => listed === count,
  );
