import type { PageId } from '../../shared/contract/pages.ts';
import { type FunctionSpec, wholeCpuMegabytes, withCommits } from './spec.ts';

/** One function for each page, named by its id. */
export const pageFunctions: Readonly<Record<PageId, FunctionSpec>> = withCommits({
  home: { description: 'The first page: what the service is', grants: {}, namesRelease: true },
  /** The pages of the console without script, and the forms on these pages, call the API with the person's session. */
  console: { description: 'The console, and its files', grants: {}, namesFiles: true },
  consoleForms: { description: 'The forms of the console without script', grants: {} },
  reference: { description: 'The first page of the reference of the API, and its search', grants: {} },
  referenceGroup: { description: 'A group of operations in the reference of the API', grants: {} },
  guide: { description: 'The guides, as pages and as Markdown', grants: {} },
  openApi: { description: 'The OpenAPI document of the API, for programs', grants: {} },
  viewerFile: { description: 'The files of the script that shows documents', grants: {} },
  documentPage: {
    description: 'The page of a document, for its readers',
    commits: 'entries and events',
    makesMail: 'notices',
    namesFiles: true,
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'PAGES#', 'READING#', 'STAMPED#'],
        /** Reads whether a person who acts in another organization is a member of the document's organization (`ORG#`). */
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ROOM#'],
        /** Counts views by people without an account, together with UpdateItem. */
        'dynamodb:PutItem': ['READING#', 'VIEWS#'],
        /**
         * Requests pictures of pages or a reader's copy of the file, if a policy asks for one of these. Counts how often shares are used.
         */
        'dynamodb:UpdateItem': ['PAGES#', 'READING#', 'STAMPED#', 'VIEWS#'],
      },
      preparationsQueue: ['sqs:SendMessage'],
      payloads: ['s3:GetObject'],
      stamped: ['s3:GetObject'],
    },
  },
  /** Also takes the seconds that readers' pages report. Answers the forms of pages of earlier releases without reading anything. */
  documentSharing: {
    description:
      'Ends the share of a document for its reader, by the form of its page, and counts reading times',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'READING#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'READING#', 'USER#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:DeleteItem': ['DOC#'],
        /** The seconds of a reader, and those of the day. */
        'dynamodb:UpdateItem': ['READING#'],
      },
    },
  },
  versionPage: {
    description: 'The page of a version, for the readers of its document',
    commits: 'entries and events',
    makesMail: 'notices',
    namesFiles: true,
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'PAGES#', 'READING#', 'STAMPED#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ROOM#'],
        'dynamodb:PutItem': ['READING#', 'VIEWS#'],
        /**
         * Requests pictures of pages or a reader's copy of the file, if a policy asks for one of these. Counts how often shares are used.
         */
        'dynamodb:UpdateItem': ['PAGES#', 'READING#', 'STAMPED#', 'VIEWS#'],
      },
      preparationsQueue: ['sqs:SendMessage'],
      payloads: ['s3:GetObject'],
      stamped: ['s3:GetObject'],
    },
  },
  pageImage: {
    description: 'A page of a version as a picture or as text, for the readers of its document',
    commits: 'entries and events',
    makesMail: 'notices',
    namesFiles: true,
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'PAGES#', 'READING#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ROOM#'],
        'dynamodb:PutItem': ['READING#', 'VIEWS#'],
        /** Records which pages were reached. */
        'dynamodb:UpdateItem': ['READING#', 'VIEWS#'],
      },
      pages: ['s3:GetObject'],
      /** Readers get presigned URLs of pictures, and a presigned URL has the permissions of the function that signs it. */
      stamped: ['s3:PutObject', 's3:GetObject'],
    },
    /** The function decodes and encodes a picture while a reader waits. */
    memoryMegabytes: wholeCpuMegabytes,
  },
  logo: {
    description: 'The logo of an organization, for its members and the readers of its documents and rooms',
    grants: {
      table: { 'dynamodb:GetItem': ['DOC#', 'ORG#', 'ROOM#'], 'dynamodb:BatchGetItem': ['ORG#'] },
      /** The presigned URL has the permissions of the function that signs it. */
      stamped: ['s3:PutObject', 's3:GetObject'],
    },
  },
  acknowledgement: {
    description: 'Records that a reader accepts the texts that policies ask for',
    commits: 'entries and events',
    namesFiles: true,
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ROOM#'],
        /** Texts of a gate are accepted for the room. */
        'dynamodb:PutItem': ['DOC#', 'ROOM#'],
      },
    },
  },
  /** Also searches texts: it reads the policies of the organization, and each document that the engine finds, with its policies. */
  roomPage: {
    description: 'The page of a room, for its readers',
    namesFiles: true,
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'ROOM#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ORG#', 'ROOM#', 'SEARCHDUE#'],
      },
      texts: ['s3:GetObject'],
    },
    searches: true,
  },
  enterRoom: {
    description: 'Records that a reader accepts the texts that the gate of a room asks for',
    commits: 'entries and events',
    namesFiles: true,
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'ROOM#'],
        'dynamodb:BatchGetItem': ['ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['ROOM#'],
        'dynamodb:PutItem': ['ROOM#'],
      },
    },
  },
  /** It may not read documents, so its answer cannot depend on whether one exists. Counts the requests of a person (UpdateItem). */
  askForAccess: {
    description: 'Takes a request for access to a document, which may not exist',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['USER#'], 'dynamodb:UpdateItem': ['USAGE#'] },
      accessRequestsQueue: ['sqs:SendMessage'],
    },
  },
  invitation: {
    description: 'The page of an invitation, for the invited person',
    grants: { table: { 'dynamodb:BatchGetItem': ['ORG#', 'USER#'] } },
  },
  acceptInvitation: {
    description: 'Makes the invited person a member',
    commits: 'entries and events',
    /** Lists the owners with powers, who get a mail about an owner whom an admin invited. */
    makesMail: 'notices',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
    },
  },
  mailChoice: {
    description: 'Where the receiver of a mail can stop further mail',
    grants: {
      table: { 'dynamodb:GetItem': ['MAIL#', 'NOMAIL#', 'ORG#'], 'dynamodb:BatchGetItem': ['USER#'] },
    },
  },
  changeMailChoice: {
    description: 'Stops mail to an address, or allows it again',
    grants: {
      table: {
        'dynamodb:GetItem': ['MAIL#', 'ORG#'],
        'dynamodb:BatchGetItem': ['USER#'],
        'dynamodb:UpdateItem': ['NOMAIL#'],
        'dynamodb:DeleteItem': ['NOMAIL#'],
      },
    },
  },
  askToSignIn: { description: 'The page that asks a visitor to sign in', grants: {} },
  signIn: {
    description: 'Redirects a browser to the identity provider to sign in',
    grants: { table: { 'dynamodb:PutItem': ['SIGNIN#'] } },
    identityProvider: true,
  },
  signInCallback: {
    description: 'Receives a browser from the identity provider and begins a session',
    /**
     * An unknown person with an invitation becomes a user, and one on the way to a document becomes a reader, or to a room with access for
     * the address. If the address of a person has changed at the provider, the new address is stored, also in the memberships of the
     * person.
     */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['SIGNIN#', 'IDENTITY#'],
        'dynamodb:BatchGetItem': ['EMAIL#', 'USER#', 'ORG#', 'ROOM#'],
        'dynamodb:Query': ['ROOM#'],
        'dynamodb:PutItem': ['SESSION#', 'IDENTITY#', 'USER#', 'EMAIL#', 'ORG#'],
        'dynamodb:DeleteItem': ['SIGNIN#', 'SESSION#', 'EMAIL#'],
      },
      listIndex: { 'dynamodb:Query': ['MEMBERSHIPS#'] },
      clientSecret: ['ssm:GetParameter'],
    },
    identityProvider: true,
    sessionLife: true,
  },
  signOut: {
    description: 'Ends a session',
    grants: { table: { 'dynamodb:DeleteItem': ['SESSION#'] } },
    identityProvider: true,
  },
  signedOut: { description: 'The page after signing out', grants: {} },
  nowhere: { description: 'The answer at unknown addresses', grants: {} },
});
