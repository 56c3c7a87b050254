import type { AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { listDocuments } from './listDocuments.ts';
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
}
