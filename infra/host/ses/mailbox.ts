import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { ifFileExists } from '../atomicFile.ts';

const text = z.object({ Data: z.string() });

/** The input of SES's SendEmail, as far as this host knows it. */
export const sendEmailSchema = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.tuple([z.string()]) }),
  ConfigurationSetName: z.optional(z.string()),
  EmailTags: z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []),
  Content: z.object({
    Simple: z.object({
      Subject: text,
      Body: z.object({ Text: z.optional(text), Html: z.optional(text) }),
      Headers: z._default(z.array(z.object({ Name: z.string(), Value: z.string() })), []),
    }),
  }),
});

const storedMail = z.object({ id: z.string(), at: z.string(), input: sendEmailSchema });
/** A mail that this SES accepted. */
export type LocalMail = z.output<typeof storedMail>;

/** The accepted mails, oldest first, in a file with one line for each mail. */
export class Mailbox {
  readonly #file: string;
  readonly #mails: LocalMail[];

  constructor(file: string) {
    this.#file = file;
    const lines = ifFileExists(() => readFileSync(file, 'utf8'))?.split('\n') ?? [];
    this.#mails = lines.filter((line) => line !== '').map((line) => z.parse(storedMail, JSON.parse(line)));
  }

  get mails(): readonly LocalMail[] {
    return this.#mails;
  }

  find(id: string): LocalMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  add(input: LocalMail['input']): LocalMail {
    const mail = { id: crypto.randomUUID(), at: new Date().toISOString(), input };
    mkdirSync(dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(mail)}\n`);
    this.#mails.push(mail);
    return mail;
  }

  /** Removes all mails. */
  empty(): void {
    rmSync(this.#file, { force: true });
    this.#mails.length = 0;
  }
}
