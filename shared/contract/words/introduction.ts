import {
  creationsPerMinute,
  organizationRateFactor,
  personRateFactor,
  requestsPerMinute,
} from '../limits.ts';

/** The text at the head of the document, in CommonMark. */
export const introduction = `
People upload a PDF and get a **document**, which they share instead of the file. A document has versions, an access level,
policies and an entry page, a cover with a link and a QR code that lead to a page where access is checked.

### Requests

Bodies are JSON, those with a PDF are \`multipart/form-data\`. Every request carries \`Authorization: Bearer <API_KEY>\` or, in a browser,
the cookie of a session. The service refuses unknown fields, and most GETs refuse unknown query parameters. Text is counted in Unicode code points.

### Repeating requests

With an \`Idempotency-Key\`, a POST can be repeated until it is answered, and is carried out once: for 24 hours, the same caller
gets the first success again. Failures are not remembered. Other methods can be repeated as they are.

### Lists

Pages have 50 items unless \`limit\` says otherwise. As long as \`pagination.has_more\` is true, \`pagination.next_cursor\` is the
\`cursor\` of the next page. If a filter or missing rights leave items out, a page can have fewer items,
or none, while \`has_more\` is true.

### Errors

Operations below \`/v1/documents\` and \`/v1/uploads\` answer an \`Error\` with a code of a closed list; all others a \`Problem\`. A request that reaches no operation gets both in one body.
A document that you may not read is answered like one that does not exist.

### Rate limits

${requestsPerMinute} requests a minute for each key or session, ${creationsPerMinute} of them POST, unless the stage has other limits. With all
credentials together, a person has ${personRateFactor} times and an organization ${organizationRateFactor} times as many. Every response of an
operation has the remaining number. Beyond the limit, the answer is 429 with \`Retry-After\`. If other requests keep changing the same
resource, the answer is 429 too, and nothing was changed.

### Two spellings

- The id of a person begins with \`usr_\` in members and in their paths, and with \`user_\` in a \`User\`, such as \`created_by\`. The 26
characters after it are the same.
- The id of an organization is \`org_id\` in members and webhook endpoints, and \`organization_id\` in events, API keys and the answer of
\`GET /v1/me\`. Its value is the same.

### Compatibility

Within version 1, nothing is removed or changes its meaning. Operations, fields, events and codes may be added: ignore those that you do not
know. A removal in a later version is announced 12 months before, in the changelog and by the headers \`Deprecation\` (RFC 9745) and \`Sunset\`
(RFC 8594).

The version of this document (\`info.version\`) is the version of the contract. It is not the release of the service, which
\`GET /\` with \`Accept: application/json\` names as \`release\`.
`.trim();
