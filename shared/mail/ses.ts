import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { MailId } from '../contract/identifiers.ts';
import { environment } from '../runtime/environment.ts';
import { asHtml, asText, type Letter } from './letter.ts';

const mailFrom = environment('mailFrom');
const configurationSet = environment('mailConfigurationSet');

/** Each request is sent once. If only its answer was lost, a retry would send the mail twice. */
export const ses = new SESv2Client({ maxAttempts: 1 });

/** SES answers within a second. The limit is generous, because a mail whose answer is missing is sent again later. */
const answerMilliseconds = 10_000;

/** Sends a letter to an address. Throws SES's error. */
export async function sendLetter(id: MailId, email: string, letter: Letter): Promise<void> {
  const text = (Data: string) => ({ Data, Charset: 'UTF-8' });
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: `Document Governance <${mailFrom()}>`,
      Destination: { ToAddresses: [email] },
      ConfigurationSetName: configurationSet(),
      EmailTags: [{ Name: 'mail_id', Value: id }],
      Content: {
        Simple: {
          Subject: text(oneLine(letter.subject)),
          Body: { Text: text(asText(letter)), Html: text(asHtml(letter)) },
          Headers: [
            { Name: 'List-Unsubscribe', Value: `<${letter.choice.url}>` },
            // RFC 8058, section 3.1.
            { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
          ],
        },
      },
    }),
    { abortSignal: AbortSignal.timeout(answerMilliseconds) },
  );
}

const subjectCharacters = 200;

const oneLine = (text: string): string =>
  [...text.replace(/\p{Cc}+/gu, ' ')].slice(0, subjectCharacters).join('');

/**
 * Returns whether SES will never accept this mail (Amazon SES API v2, "SendEmail"). An identity that is not verified is no final reason,
 * because operators can still verify it. The alarm of dead letters reports the case to them.
 */
export const isFinal = (error: unknown): boolean =>
  error instanceof SESv2ServiceException &&
  ['MessageRejected', 'BadRequestException'].includes(error.name) &&
  !/not verified/i.test(error.message);

/** Returns whether SES accepts no more mail at the moment. */
export const isThrottling = (error: unknown): boolean =>
  error instanceof SESv2ServiceException &&
  (['TooManyRequestsException', 'LimitExceededException'].includes(error.name) ||
    error.$metadata.httpStatusCode === 429);
