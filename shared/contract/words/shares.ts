import { mailStatus } from '../enumerations.ts';
import { accessRequestId, shareId } from '../identifiers.ts';
import { accessRequestDays, accessRequestsMax, documentSharesMax, endedShareDays } from '../limits.ts';
import type * as contracts from '../operations/shares.ts';
import { accessRequest, documentAccessRequest } from '../resources/accessRequest.ts';
import { share, sharedVersions } from '../resources/share.ts';
import { shareRules } from '../resources/shareRules.ts';
import { emptyObject, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofLines } from './texts.ts';

named('Share', share, {
  description: 'A share lets one person, named by an e-mail address, read one document.',
  fields: {
    id: 'The share.',
    document_id: 'The document.',
    email: 'The e-mail address of the person. It is normalized.',
    url: 'The page of the document, which the person opens: its `service_url`.',
    expires_at: 'When the share ends; null: it does not end.',
    message: 'A text for the person.',
    notify_me: 'Whether the person who shared gets a mail about the first reading.',
    rules: 'What the reader may do. `{}`: only the document’s policies bind.',
    versions: 'The versions that the reader may read.',
    mail: 'The state of its latest mail. `none`: no mail was sent, so pass on the `url` yourself.',
    created_at: 'When it was made.',
    created_by: 'Who made it, by the name they had then.',
    reads: 'The recorded views and downloads of the document by the person during the share.',
    first_read_at: 'The time of the first of them; null: there is none.',
    last_read_at: 'The time of the latest of them; null: there is none.',
    ended_at: 'When it ended or was withdrawn. Only with `ended=true`.',
    ended_by:
      'Who withdrew it, or the reader who ended it; null: time ended it, or an operator, or the person left the organization. Only with `ended=true`.',
  },
});
named('ShareRules', shareRules, {
  description:
    'What a reader by the share may do. The rules join those of the document’s policies: the strictest counts. A refusal by them names no ' +
    'policy. They bind nobody for whom the document is open without the share: members, and everybody if it is public.',
  fields: {
    view_only: 'Whether the reader sees pages as pictures only, and gets no file. Default: false',
    watermark: 'Whether each page has a watermark that names the reader. Default: false',
    acknowledgement: `A text that the reader accepts first, once for the share and its words. ${ofLines} Default: none`,
  },
});
named('SharedVersions', sharedVersions, {
  description:
    'The versions that a reader by the share may read. `current`: only the current one; the others are 404. `all`: all of them. It binds ' +
    'nobody for whom the document is open without the share.',
});
const accessRequestFields = {
  id: 'The request.',
  email: 'The e-mail address of the person, which they have proven. It is normalized.',
  name: 'The name of the person. They chose it themselves.',
  created_at: 'When the person asked.',
};
named('AccessRequest', accessRequest, {
  description: 'A person who cannot open a document asks for access to it.',
  fields: accessRequestFields,
});
named('DocumentAccessRequest', documentAccessRequest, {
  description: 'A request for access to a document, in an event.',
  fields: { document_id: 'The document.', ...accessRequestFields },
});
namedId('AccessRequestId', accessRequestId, 'a request for access', 'acr_01kk2x9v3m7qhd4e8y5s1t6wza');
named('MailStatus', mailStatus, {
  description:
    'The state of a mail. `none`: no mail is sent. `queued`: it waits to be sent. `held`: it waits until the quotas of mail allow it. ' +
    '`sent`: it was sent. `delivered`: the mail server of the receiver took it. `bounced`: that server, or the mail service, refused it. `refused`: the address ' +
    'gets no such mail.',
});
namedId('ShareId', shareId, 'a share', 'shr_01kk13ebvgs9bywd2ngwfz0j7b');

const made = eventExamples['document.shared'].data;
const updated = eventExamples['document.share_updated'].data;

const { document_id: _inEvents, ...asked } = eventExamples['document.access_requested'].data;

const managers = 'For callers who may change the document.';

export const words: WordsOf<typeof contracts> = {
  listDocumentShares: {
    description: `${managers} An ended share is listed for ${endedShareDays} days, or until a new share to the same address replaces it. With \`ended=true\` the list has withdrawn shares too, and no open ones.`,
    success: 'A page of shares.',
    ...listPageOf('SharePage', 'A page of shares, newest first.', 'The shares.', [made]),
  },
  createDocumentShare: {
    description:
      `${managers} From the next request on, the person reads the document, whatever its access level and without a ` +
      'membership: with a session, or with an API key that is not bound to an organization. A person without an account signs ' +
      'in on the way, with a one-time code. On a stage with `staffEmailDomains`, only an outside identity provider does that. ' +
      'The address must have been proven by a sign-in within 90 days. Policies bind these readers. An address has one share ' +
      `of a document that has not ended, and a document has at most ${documentSharesMax} of them (403, \`quota_exceeded\`).`,
    requestBody: {
      description: 'The person to share with.',
      fields: {
        email: 'Their e-mail address. It cannot be that of the document’s creator.',
        expires_at: 'When the share ends, in the future; null: it does not end. Default: null',
        message: `A text for the person, which the mail quotes. ${ofLines} Default: empty`,
        send_mail:
          'Whether to send the person a mail. Default: true. On a stage that sends no mail, the default is false, and `true` is refused.',
        notify_me:
          'Whether you get a mail about the first reading, at the address that you sign in with. Beyond the quotas of mail there is ' +
          'none. Default: false',
        rules: 'What the reader may do. Rules that are `false` count as absent. Default: `{}`',
        versions: 'The versions that the reader may read. Default: current',
        time_zone:
          'The time zone in which mails name the end, by its name in the IANA database, such as `Europe/Berlin`. Answers do not have it. ' +
          'Default: UTC',
      },
      extensions: ['time_zone'],
    },
    request: { email: made.email },
    success:
      'The share. If `mail` is `none`, pass on its `url`. On a stage with `staffEmailDomains`, a person without an account needs an account ' +
      'at an outside identity provider to read.',
    response: made,
  },
  getDocumentShare: {
    description: `${managers} \`If-None-Match\` has no effect, because \`reads\` and \`mail\` change without the entity tag.`,
    success: 'The share.',
    response: made,
  },
  updateDocumentShare: {
    description: `${managers} An ended share can be continued by another \`expires_at\`.`,
    requestBody: {
      description: 'The fields to change. Omitted fields stay as they are.',
      fields: {
        expires_at: 'When the share ends, in the future; null: it does not end.',
        notify_me: 'Whether the person who shared gets a mail about the first reading.',
        rules: 'The new rules, all of them: they replace the rules from before.',
        versions: 'The versions that the reader may read.',
      },
    },
    request: { notify_me: updated.notify_me },
    success: 'The share as it is now.',
    response: updated,
  },
  deleteDocumentShare: {
    description: `${managers} The person is refused from the next request on. A withdrawn share is listed only with \`ended=true\`, for ${endedShareDays} days.`,
    success: 'An empty object: the share is withdrawn.',
    ...emptyObject('ShareWithdrawn'),
  },
  sendDocumentShare: {
    description:
      `${managers} A mail that still waits is replaced. A stage that sends no mail answers 400, and so does every stage for a share that ` +
      'has ended. Beyond the quotas of mail for a day, the answer is 403 `quota_exceeded`.',
    success: 'The share, with the state of its new mail.',
    response: made,
  },
  listDocumentAccessRequests: {
    description:
      `${managers} A person who cannot open a document asks for access on its page, after proving their address. A share to the address ` +
      `answers the request; otherwise it ends after ${accessRequestDays} days. A document has at most ${accessRequestsMax} open ` +
      'requests; the service drops further ones.',
    success: 'A page of requests.',
    ...listPageOf('AccessRequestPage', 'A page of requests for access, newest first.', 'The requests.', [
      asked,
    ]),
  },
  deleteDocumentAccessRequest: {
    description: `${managers} The person gets no mail about it, and can ask again.`,
    success: 'An empty object: the request is declined.',
    ...emptyObject('AccessRequestDeclined'),
  },
  deleteOwnShare: {
    description:
      'For people with whom a document is shared, with a session or a key that is not bound to an organization; a bound key gets ' +
      '403. The share ends at once, and only the people who manage the document can share it again. Without a share, the ' +
      'answer is 404. The record of the document has `document.share_ended` with you as its actor.',
    success: 'An empty object: the share has ended.',
    ...emptyObject('OwnShareEnded'),
  },
};
