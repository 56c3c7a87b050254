import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { prettifyError } from 'zod/mini';
import { bodyOf } from '../jsonServer.ts';
import { serveLoopback } from '../ownNames.ts';
import { inboxPage } from './inbox.ts';
import { type LocalMail, Mailbox, sendEmailSchema } from './mailbox.ts';

export interface LocalSes {
  /** The URL of the local SES, which is also the address of the inbox. */
  readonly endpoint: string;
  close(): Promise<void>;
}

interface SesOptions {
  readonly file: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Passes on an event, as EventBridge does. */
  publish(event: object): Promise<void>;
  /** Called for each mail that SES accepts. */
  sent(): void;
  /** Gets the rates of bounces and complaints, from 0 to 1. */
  rated(bounces: number, complaints: number): void;
}

/** The events by which SES reports on a mail, with the parts of their details (Amazon SES, "Event data"). */
const outcomes = {
  delivery: { type: 'Email Delivered', detail: { delivery: {} } },
  bounce: { type: 'Email Bounced', detail: { bounce: { bounceType: 'Permanent' } } },
  'transient-bounce': { type: 'Email Bounced', detail: { bounce: { bounceType: 'Transient' } } },
  complaint: { type: 'Email Complaint Received', detail: { complaint: {} } },
} as const;
type Outcome = keyof typeof outcomes;

/** Addresses with a known outcome (Amazon SES, "Using the mailbox simulator"). */
const simulated: Readonly<Record<string, Outcome>> = {
  'bounce@simulator.amazonses.com': 'bounce',
  'complaint@simulator.amazonses.com': 'complaint',
};

/**
 * The path of the account's suppression list. The configuration set of a stage overrides this list, so the service can send mail to
 * addresses on the list.
 */
const suppressions = '/v2/email/suppression/addresses';

const page = 'text/html; charset=utf-8';
const json = 'application/json';

/**
 * Starts a local SES: `SendEmail`, `PutSuppressedDestination` and `DeleteSuppressedDestination` of its API v2, and an inbox for browsers.
 * Signatures and permissions are not checked. `DELETE /mails` empties the inbox. After `POST /refusals` with `{ "type", "count", "message"? }`, the next mails are refused
 * with an error of this type.
 */
export async function startSes({ file, port, publish, sent, rated }: SesOptions): Promise<LocalSes> {
  const mailbox = new Mailbox(file);
  const counts: Record<Outcome, number> = { bounce: 0, 'transient-bounce': 0, complaint: 0, delivery: 0 };
  const suppressed = new Set<string>();
  let refusals: { readonly type: string; readonly message?: string; count: number } = { type: '', count: 0 };

  const report = async (mail: LocalMail, outcome: Outcome) => {
    counts[outcome] += 1;
    const mails = Math.max(1, mailbox.mails.length);
    rated(counts.bounce / mails, counts.complaint / mails);
    await publish(eventOf(mail, outcome));
  };

  const send = async (body: Buffer): Promise<Answered> => {
    if (refusals.count > 0) {
      refusals.count -= 1;
      return refusal(refusals.type, refusals.message);
    }
    const parsed = sendEmailSchema.safeParse(JSON.parse(body.toString()));
    if (!parsed.success) return refusal('BadRequestException', prettifyError(parsed.error));
    const mail = mailbox.add(parsed.data);
    sent();
    const [to] = parsed.data.Destination.ToAddresses;
    void report(mail, simulated[to] ?? 'delivery').catch(console.error);
    return { status: 200, body: JSON.stringify({ MessageId: mail.id }) };
  };

  const answer = async ({ method = '', url = '' }: IncomingMessage, body: Buffer): Promise<Answered> => {
    const [, first, id = '', outcome = ''] = new URL(url, 'http://localhost').pathname.split('/');
    if (method === 'POST' && url === '/v2/email/outbound-emails') return send(body);
    if (method === 'PUT' && url === suppressions) {
      suppressed.add(JSON.parse(body.toString()).EmailAddress);
      return { status: 200, body: '{}' };
    }
    if (method === 'DELETE' && url.startsWith(`${suppressions}/`))
      return suppressed.delete(decodeURIComponent(url.slice(suppressions.length + 1)))
        ? { status: 200, body: '{}' }
        : refusal('NotFoundException', 'The address is not on the suppression list.', 404);
    if (method === 'POST' && url === '/refusals') {
      refusals = JSON.parse(body.toString());
      return { status: 200, body: '{}' };
    }
    if (method === 'GET' && url === '/') return { status: 200, type: page, body: inboxPage(mailbox.mails) };
    if (method === 'GET' && url === '/mails') return { status: 200, body: JSON.stringify(mailbox.mails) };
    if (method === 'DELETE' && url === '/mails') {
      mailbox.empty();
      return { status: 200, body: '{}' };
    }
    const mail = first === 'mails' ? mailbox.find(id) : undefined;
    if (mail && method === 'GET')
      return { status: 200, type: page, body: mail.input.Content.Simple.Body.Html?.Data ?? '' };
    if (mail && method === 'POST' && isOutcome(outcome)) {
      await report(mail, outcome);
      return { status: 303, body: '', location: '/' };
    }
    return { status: 404, type: 'text/plain', body: 'Not found\n' };
  };

  const { server, endpoint } = await serveLoopback(port, (request, response) => {
    bodyOf(request)
      .then((body) => answer(request, body))
      .then((answered) => write(response, answered))
      .catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
  });
  return {
    endpoint,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const isOutcome = (text: string): text is Outcome => Object.hasOwn(outcomes, text);

interface Answered {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
  readonly error?: string;
  readonly location?: string;
}

function write(response: ServerResponse, { status, body, type = json, error, location }: Answered): void {
  response.writeHead(status, {
    'Content-Type': type,
    // Mails load nothing, and must not run scripts here.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    ...(error !== undefined && { 'x-amzn-ErrorType': error }),
    ...(location !== undefined && { Location: location }),
  });
  response.end(body);
}

const statuses: Readonly<Record<string, number>> = { TooManyRequestsException: 429, InternalFailure: 500 };

const refusal = (error: string, message = error, status = statuses[error] ?? 400): Answered => ({
  status,
  error,
  body: JSON.stringify({ message }),
});

function eventOf({ id, at, input }: LocalMail, outcome: Outcome): object {
  const { type, detail } = outcomes[outcome];
  const tags = Object.fromEntries(input.EmailTags.map(({ Name, Value }) => [Name, [Value]]));
  const ofSet = input.ConfigurationSetName !== undefined && {
    'ses:configuration-set': [input.ConfigurationSetName],
  };
  const mail = { messageId: id, timestamp: at, destination: input.Destination.ToAddresses };
  return {
    version: '0',
    id: crypto.randomUUID(),
    source: 'aws.ses',
    'detail-type': type,
    time: new Date().toISOString(),
    detail: { eventType: type, mail: { ...mail, tags: { ...tags, ...ofSet } }, ...detail },
  };
}
