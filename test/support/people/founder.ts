import { call } from '../documents.ts';
import { eventually } from '../eventually.ts';
import { readFixture } from '../files/fixtures.ts';
import { someAddress } from '../invitations.ts';
import { sameOrigin } from '../organizations.ts';
import { signInByCode, type Visit, type VisitOptions, visit } from './browser.ts';

/** Accepts an invitation with the address that it is for. Resolves with the window of the new member. */
export async function join(url: string, email: string, options: VisitOptions = {}): Promise<Visit> {
  const visiting = await visit({ ...options, locale: 'en-US', at: url });
  const { page } = visiting;
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInByCode(page, email);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('You belong to').first().waitFor();
  return visiting;
}

/**
 * Opens a page of the console as a new person who acts in an organization that they have founded, so that a test can change the
 * organization without disturbing others.
 */
export async function visitAsFounder(at: string, options: VisitOptions = {}): Promise<Visit> {
  const email = someAddress();
  const { id } = (await call.createOrganization({ json: { name: 'Where founders come from' } })).body;
  const headers = { 'X-Service-Organization-Id': id };
  const { url } = (await call.createInvitation({ as: 'staff', headers, json: { email, role: 'member' } }))
    .body;
  const visiting = await join(url, email, options);
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
        const response = await page.request.get(`${path}?limit=100${next}`);
        const { items, pagination } = await response.json();
        listed += items.length;
        cursor = pagination.next_cursor;
      } while (cursor !== '');
      return listed;
    },
    (listed) => listed === count,
  );
