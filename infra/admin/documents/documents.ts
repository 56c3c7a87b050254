import { endedShareDays } from '../../../shared/contract/limits.ts';
import type { AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { keepTexts } from './keepTexts.ts';
import { listDocuments } from './listDocuments.ts';
import { listDocumentShares, unshare } from './shares.ts';
import { showDocument } from './showDocument.ts';

export function addDocuments(program: AdminCommand): void {
  const documents = program.subcommand('documents', 'documents: their state and who may read them');

  documents
    .subcommand('list', 'The newest documents of an organization, private ones included.')
    .option(...args.organizationOption)
    .option(
      '--creator <user>',
      'only documents of this person or service account; without --organization, in all their organizations and outside of any',
      args.callerReference,
    )
    .option('--title <text>', 'only documents with this text in their title')
    .option(
      '--status <status>',
      `only documents with this status: ${args.processingStatuses.join(', ')}`,
      args.processingStatus,
    )
    .option('--deleted', 'deleted documents that are not removed yet, last deleted first')
    .option('--limit <n>', 'the largest number to show', args.limit, 50)
    .more('Lists may be a second behind.')
    .examples('documents list --creator ada@example.com', 'documents list --status failed')
    .runs(listDocuments);

  documents
    .subcommand(
      'show',
      'One document: its state, versions and policies, and why it failed or cannot be deleted.',
    )
    .argument('<document>', 'its id, or a link to it', args.documentOrLink)
    .more(`
It shows nothing of the file. A deleted document is shown until it is removed.`)
    .examples(
      `documents show ${args.exampleDocument}`,
      `--stage prod documents show https://docs.example.com/d/${args.exampleDocument}`,
    )
    .runs(showDocument);

  documents
    .subcommand('shares', 'The people a document is shared with, newest share first.')
    .argument('<document>', 'its id, or a link to it', args.documentOrLink)
    .option('--limit <n>', 'the largest number to show', args.limit, 50)
    .more(`
An ended share is listed for ${endedShareDays} days. A person without an account signs in by a one-time code on the way to the document. On a
stage with staffEmailDomains, they need an account at an outside identity provider: the stack's own user pool has neither sign-up nor codes.`)
    .examples(`documents shares ${args.exampleDocument}`)
    .runs(listDocumentShares);

  documents
    .subcommand('keep-texts', 'Have workers keep the text of the pages of all versions from before 1.1.0.')
    .more(`
It reads the whole table, and can be interrupted and repeated. Once nothing is made due, no version is left.`)
    .examples('documents keep-texts')
    .runs(keepTexts);

  documents
    .subcommand('unshare', 'Withdraw a share of a document.')
    .argument('<document>', 'its id, or a link to it', args.documentOrLink)
    .argument('<share>', 'the id of the share', args.shareReference)
    .asksFirst()
    .more('It works from the next request of the person on.')
    .examples(`documents unshare ${args.exampleDocument} ${args.exampleShare}`)
    .runs(unshare);
}
