import { polling } from './grants.ts';
import { type FunctionSpec, wholeCpuMegabytes, withCommits } from './spec.ts';

const specs = {
  authorizer: {
    description:
      'Identifies the caller and counts the request; refuses only requests that bypass the trusted front',
    /** Reads the caller, counts the request and records the use of an API key (UpdateItem), and extends a session (PutItem). */
    grants: {
      table: {
        'dynamodb:GetItem': ['KEY#', 'SESSION#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['USER#', 'ORG#'],
        'dynamodb:PutItem': ['SESSION#'],
        'dynamodb:UpdateItem': ['RATE#', 'KEYUSE#'],
      },
    },
    sessionLife: true,
    timeoutSeconds: 10,
  },
  processVersion: {
    description: 'Reads an uploaded PDF and decides whether its version is ready or failed',
    marksForSearch: true,
    commits: 'entries and events',
    makesMail: 'notices',
    /**
     * Acquires versions, and slots for slow files, with UpdateItem. Lists shares with their readings, to make the mails about a new version.
     */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'SLOW#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'READING#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['DOC#', 'SLOW#'],
      },
      uploads: ['s3:GetObject'],
      direct: ['s3:GetObject'],
      payloads: ['s3:PutObject'],
      /** Without this permission, S3 answers 403 instead of 404 for a missing object (Amazon S3, "GetObject"). */
      bucket: ['s3:ListBucket'],
      processingQueue: polling,
      slowProcessingQueue: [...polling, 'sqs:SendMessage'],
      /** If a version is deleted while its file is read, the file is removed again. */
      removalsQueue: ['sqs:SendMessage'],
      /** A version that is ready gets the text of its pages. */
      textsQueue: ['sqs:SendMessage'],
    },
    /** The thread may take three fifths of this memory: enough for the largest PDF, unpacked, many times over. */
    memoryMegabytes: wholeCpuMegabytes,
    timeoutSeconds: 60,
    alarms: {
      deadLetters: {
        meaning:
          'Processing an uploaded document failed five times in a row. The service tries again every quarter of an ' +
          'hour, so the document may be ready by now. While the cause exists, it stays "processing".',
        action:
          'Take the version id from the message in the dead-letter queue, and look for it in the log of ProcessVersion. ' +
          'Fix the cause, then move the messages back',
      },
      delay: {
        meaning: 'People wait more than a quarter of an hour for an uploaded document to become ready.',
        action:
          'Compare the number of waiting messages with the errors and throttles of ProcessVersion. A burst of uploads ' +
          'passes without your help, errors do not. Throttles mean that the account has no concurrency left.',
      },
      abandoned: {
        meaning:
          'Files that take long to process stay "processing": they wait, and no worker receives any of them.',
        severity: 'urgent',
      },
    },
  },
  fanOutEvent: {
    description: 'Writes a delivery for each webhook endpoint that subscribes to an event, and calls workers',
    /**
     * Wakes the endpoints' lanes with UpdateItem, and disables endpoints whose registrars may not manage any more. Removes the counters of
     * views together with the event about them (DeleteItem). Lists the owners who get a mail about a disabled endpoint.
     */
    commits: 'entries and events',
    makesMail: 'notices',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ENDPOINTS#', 'EVENT#', 'ORG#', 'USER#'],
        'dynamodb:GetItem': ['WEBHOOK#', 'FORMAT'],
        'dynamodb:Query': ['ENDPOINTS#', 'ORG#', 'VIEWS#'],
        'dynamodb:PutItem': ['WEBHOOK#', 'ENDPOINTS#'],
        'dynamodb:BatchWriteItem': ['WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#'],
        'dynamodb:DeleteItem': ['VIEWS#'],
      },
      eventsQueue: polling,
      deliveriesQueue: ['sqs:SendMessage'],
      slowDeliveriesQueue: ['sqs:SendMessage'],
    },
    timeoutSeconds: 30,
    alarms: {
      deadLetters: {
        meaning:
          'Some webhooks may not be sent: finding the webhook endpoints of an event failed five times in a row. The ' +
          'service tries again every quarter of an hour.',
        action:
          'Take the event id from the message in the dead-letter queue, and look for it in the log of FanOutEvent. Fix the ' +
          'cause, then move the messages back',
      },
      delay: {
        meaning: 'All webhooks are more than a quarter of an hour late: events wait to be fanned out.',
        action:
          'Compare the number of waiting messages with the errors and throttles of FanOutEvent. A burst of changes passes ' +
          'without your help, errors do not. Throttles mean that the account has no concurrency left.',
      },
    },
  },
  deliverWebhook: {
    description: 'Signs and sends the deliveries of a webhook endpoint that are due',
    /** Acquires the endpoint's lane and a slot of its host with UpdateItem, and takes deliveries out of the schedule with DeleteItem. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['WEBHOOK#', 'HOST#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['WEBHOOK#', 'EVENT#', 'ENDPOINTS#', 'ORG#', 'USER#'],
        'dynamodb:Query': ['WEBHOOK#', 'ENDPOINTS#'],
        'dynamodb:PutItem': ['WEBHOOK#', 'ENDPOINTS#'],
        'dynamodb:BatchWriteItem': ['WEBHOOK#'],
        'dynamodb:UpdateItem': ['WEBHOOK#', 'HOST#'],
        'dynamodb:DeleteItem': ['WEBHOOK#'],
      },
      deliveriesQueue: [...polling, 'sqs:SendMessage'],
      slowDeliveriesQueue: [...polling, 'sqs:SendMessage'],
      webhookKey: ['kms:Decrypt'],
    },
    webhookTargets: true,
    /** Three for each endpoint of a batch, so that a name server that does not answer delays no other name. */
    threads: 32,
    /**
     * The function mostly waits, but a hundred connections at once, ten for each endpoint of a batch, take 0.2 s of a vCPU (2 ms for each
     * TLS handshake, measured). With this share of a vCPU they take 0.4 s. With half of it, the delay could exceed 1 s, and endpoints would
     * count as slow.
     */
    memoryMegabytes: 1024,
    /** A worker begins attempts for 35 s. The rest of the time is for the last attempts and their records. */
    timeoutSeconds: 75,
    alarms: {
      deadLetters: {
        meaning:
          'A webhook endpoint gets its webhooks late or not at all, and the endpoint is not the cause: working on its deliveries ' +
          'failed five times in a row. The service keeps them, and tries again every quarter of an hour.',
        action:
          'Take the endpoint id (webhook_id) from the message in the dead-letter queue, and look for it in the log of ' +
          'DeliverWebhook. Check that DynamoDB is available and that the KMS key WebhookKeyArn is enabled. Fix the cause, then ' +
          'move the messages back',
      },
      delay: {
        meaning: 'Webhooks to endpoints that answer quickly are more than a quarter of an hour late.',
        action:
          'Compare the number of waiting messages with the errors and throttles of DeliverWebhook. A burst passes without ' +
          'your help, errors do not. Throttles mean that the account has no concurrency left. Slow endpoints have a queue of ' +
          'their own and are not the cause.',
      },
      abandoned: {
        meaning:
          'Endpoints that answer slowly get no webhooks: deliveries to them wait, and no worker receives any of them.',
        severity: 'urgent',
      },
    },
  },
  removeDeleted: {
    description:
      'Removes deleted versions, groups and rooms, and documents and organizations that cannot be restored any more, with their files',
    marksForSearch: true,
    /**
     * Completes the deletion of an organization (PutItem on ORG#, ENDPOINTS# and USER#), ends the API keys that are bound to it, takes
     * deleted groups from the items of those in them (ORG#) and from rooms (ROOM#), and schedules a count for a document's tenant
     * (UpdateItem). No other function may remove a file.
     */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#', 'KEY#', 'FORMAT', 'ROOM#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'ROOM#', 'USER#'],
        'dynamodb:Query': ['DOC#', 'ENDPOINTS#', 'GROUP#', 'ORG#', 'WEBHOOK#', 'USAGE#', 'READING#', 'ROOM#'],
        'dynamodb:PutItem': ['DOC#', 'ENDPOINTS#', 'ORG#', 'ROOM#', 'USER#', 'KEY#'],
        'dynamodb:BatchWriteItem': [
          'DOC#',
          'ENDPOINTS#',
          'GROUP#',
          'ORG#',
          'WEBHOOK#',
          'USAGE#',
          'PAGES#',
          'READING#',
          'ROOM#',
        ],
        'dynamodb:DeleteItem': [
          'DOC#',
          'ENDPOINTS#',
          'GROUP#',
          'ORG#',
          'KEY#',
          'KEYS#',
          'KEYUSE#',
          'READING#',
          'ROOM#',
          'USER#',
          'USAGE#',
        ],
        'dynamodb:UpdateItem': ['USAGE#'],
      },
      listIndex: {
        'dynamodb:Query': ['DELETED#', 'ORG#', 'POLICY#', 'KEYS#', 'MEMBERSHIPS#', 'ROOMACCESS#', 'ROOMS#'],
      },
      uploads: ['s3:DeleteObject'],
      direct: ['s3:DeleteObject'],
      payloads: ['s3:DeleteObject'],
      entryPages: ['s3:DeleteObject'],
      pages: ['s3:DeleteObject'],
      texts: ['s3:DeleteObject'],
      stamped: ['s3:DeleteObject'],
      copies: ['s3:ListBucket'],
      removalsQueue: polling,
    },
    timeoutSeconds: 60,
    alarms: {
      deadLetters: {
        meaning:
          'A deleted version, document or organization is kept too long: removing it failed five times in a row. The service ' +
          'tries again every quarter of an hour.',
        action:
          'Take the id from the message in the dead-letter queue, and look for it in the log of RemoveDeleted. Fix the ' +
          'cause, then move the messages back',
      },
      abandoned: {
        meaning:
          'Deleted versions, documents and organizations are kept too long: they wait to be removed, and no worker receives ' +
          'any of them.',
        severity: 'ticket',
      },
    },
  },
  prepareCopy: {
    description: "Makes the pictures and copies that readers get instead of a version's file",
    /** With UpdateItem: acquires a slot of the tenant, acquires the pages of a version or a reader's copy, and stores the progress. */
    grants: {
      table: {
        'dynamodb:GetItem': ['COPIES#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:UpdateItem': ['COPIES#', 'PAGES#', 'STAMPED#'],
      },
      payloads: ['s3:GetObject'],
      pages: ['s3:PutObject'],
      stamped: ['s3:PutObject'],
      preparationsQueue: [...polling, 'sqs:SendMessage'],
    },
    /** Enough for two copies of the largest file beside PDFium's memory. */
    memoryMegabytes: wholeCpuMegabytes,
    /** The queue delivers a killed worker's message again after six times this timeout. The page of a waiting reader asks sooner. */
    timeoutSeconds: 90,
    alarms: {
      deadLetters: {
        meaning:
          'The page of a document with rules may still say "being prepared" to somebody: making pictures or a copy failed five ' +
          'times in a row. A page that is still open requests the copy again.',
        action:
          'Take the ids from the message in the dead-letter queue, and look for them in the log of PrepareCopy. Fix the cause. ' +
          'You can then move the messages back',
      },
      delay: {
        meaning:
          'For more than a quarter of an hour the pages of documents with rules say "being prepared" to readers: pictures of ' +
          'pages, or copies with names of readers, are late.',
        action:
          'Check whether the event source mapping of PrepareCopy is enabled. Compare the number of waiting messages with its ' +
          'errors and throttles. A burst passes without your help, errors do not.',
      },
    },
  },
  keepText: {
    description: 'Keeps the text of the pages of a version that is ready',
    marksForSearch: true,
    /** With UpdateItem: acquires the text of a version, and records that it is kept. */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'FORMAT'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:UpdateItem': ['DOC#'],
      },
      payloads: ['s3:GetObject'],
      texts: ['s3:PutObject'],
      textsQueue: polling,
    },
    /** Enough for two copies of the largest file beside PDFium's memory. */
    memoryMegabytes: wholeCpuMegabytes,
    /** Reading a file takes at most 240 s. */
    timeoutSeconds: 300,
    alarms: {
      deadLetters: {
        meaning:
          'The text of some documents cannot be read by getDocumentText: keeping it failed five times in a row. The service tries ' +
          'again every quarter of an hour. The documents themselves can be read.',
        action:
          'Take the version id from the message in the dead-letter queue, and look for it in the log of KeepText. Fix the cause, then ' +
          'move the messages back',
      },
      abandoned: {
        meaning:
          'New documents have no text for getDocumentText: they wait, and no worker receives any of them.',
        severity: 'ticket',
      },
    },
  },
  indexDocument: {
    description: 'Writes the entries of documents in the search index',
    /** Acquires the entries of a document (UpdateItem). Reads its policies (Query). */
    grants: {
      table: {
        'dynamodb:GetItem': ['FORMAT'],
        'dynamodb:BatchGetItem': ['SEARCHDUE#'],
        'dynamodb:Query': ['DOC#'],
        'dynamodb:UpdateItem': ['INDEXED#', 'SEARCHDUE#'],
        'dynamodb:DeleteItem': ['INDEXED#', 'SEARCHDUE#'],
      },
      texts: ['s3:GetObject'],
      /** Without this permission, S3 answers 403 instead of 404 for a text that is not there (Amazon S3, "GetObject"). */
      copies: ['s3:ListBucket'],
      /** A document is looked at again if another worker has it, and when searches show the entries of one that was hidden. */
      indexingQueue: [...polling, 'sqs:SendMessage'],
    },
    indexes: true,
    /**
     * A collection that scaled to zero takes up to 30 s for its first answer. The queue delivers a message again after six times this timeout,
     * before the collection scales to zero again.
     */
    timeoutSeconds: 90,
    alarms: {
      deadLetters: {
        meaning:
          'Some documents may be missing in searches, or be found by earlier words: writing their entries failed five times in a row. The ' +
          'service tries again every quarter of an hour.',
        action:
          'Take the document id from the message in the dead-letter queue, and look for it in the log of IndexDocument. Fix the cause, ' +
          'then move the messages back',
      },
      delay: {
        meaning:
          'New documents and versions have not been found by their words for more than a quarter of an hour.',
        action:
          'Compare the number of waiting messages with the errors of IndexDocument. A burst of uploads passes without your help, errors ' +
          'do not.',
      },
    },
  },
  sendMail: {
    description: 'Sends mails by SES',
    /** Acquires a mail, records its outcome, and counts a waiting mail with UpdateItem. */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'FORMAT', 'GROUP#', 'KEY#', 'READING#'],
        'dynamodb:BatchGetItem': [
          'DOC#',
          'EMAIL#',
          'ENDPOINTS#',
          'MAILCOUNT#',
          'NOMAIL#',
          'ORG#',
          'READING#',
          'ROOM#',
          'USAGE#',
          'USER#',
        ],
        /** Finds the request for access, or the access entry of a room, that a mail is about. */
        'dynamodb:Query': ['DOC#', 'ROOM#'],
        'dynamodb:UpdateItem': ['MAIL#', 'MAILCOUNT#', 'READING#'],
      },
      mailQueue: polling,
      mailSecrets: ['kms:Decrypt'],
      mailIdentity: ['ses:SendEmail'],
    },
    timeoutSeconds: 30,
    alarms: {
      deadLetters: {
        meaning:
          'Mail is late: sending one failed five times in a row, not because SES throttles. The service tries again every quarter ' +
          'of an hour, as long as the invitation is pending or the share is open.',
        action:
          'Take the id from the message in the dead-letter queue, and look for it in the log of SendMail. Check in SES that the ' +
          'identity of the setting mailFrom is verified and that sending is not paused. Fix the cause, then move the messages back',
      },
      delay: {
        meaning: 'Mails wait for more than a quarter of an hour before they are sent.',
        action:
          'Compare the number of waiting messages with the errors and throttles of SendMail. A burst passes without your help. ' +
          'Lines "mail throttled by SES" mean that the sending quota of SES is used up: request a larger one.',
      },
    },
  },
  recordAccessRequest: {
    description: 'Records that a person asks for access to a document, and makes the mail about it',
    commits: 'entries and events',
    makesMail: 'notices',
    grants: {
      table: {
        /** Reads how many such mails the receiver got (`MAILCOUNT#`). */
        'dynamodb:GetItem': ['DOC#', 'FORMAT', 'MAILCOUNT#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#', 'USER#'],
        /** Lists the open requests, and the owners of an organization. */
        'dynamodb:Query': ['DOC#', 'ORG#'],
        'dynamodb:PutItem': ['DOC#'],
        'dynamodb:UpdateItem': ['MAILCOUNT#'],
      },
      accessRequestsQueue: polling,
    },
    timeoutSeconds: 30,
    alarms: {
      deadLetters: {
        meaning:
          'Some people who asked for access to a document wait for nothing: recording a request failed five times in a row.',
        action:
          'Take the ids from the message in the dead-letter queue, and look for them in the log of RecordAccessRequest. Fix the cause, ' +
          'then move the messages back',
      },
      abandoned: {
        meaning: 'Requests for access to documents wait, and no worker receives any of them.',
        severity: 'ticket',
      },
    },
  },
  recordMailEvent: {
    description: 'Records what became of mails, and stops mail to addresses that bounce or complain',
    grants: {
      table: {
        'dynamodb:GetItem': ['FORMAT', 'MAIL#'],
        /** Looks for complaints about other senders. */
        'dynamodb:Query': ['NOMAIL#'],
        'dynamodb:UpdateItem': ['MAIL#', 'NOMAIL#', 'READING#'],
      },
      mailEventsQueue: polling,
    },
    timeoutSeconds: 30,
    alarms: {
      deadLetters: {
        meaning:
          'The service does not know what became of some mails: recording an event of SES failed five times in a row. Mail may ' +
          'still go to an address that bounced or complained.',
        action:
          'Read the message in the dead-letter queue, and look for its mail in the log of RecordMailEvent. Fix the cause, then ' +
          'move the messages back',
      },
      abandoned: {
        meaning:
          'Events of SES wait, and no worker receives any of them. Mail may still go to an address that bounced or complained.',
        severity: 'ticket',
      },
    },
  },
  sweepDue: {
    description: 'Sends work that is due, or whose message was lost, to its queue',
    marksForSearch: true,
    makesMail: 'notices',
    /**
     * Stores the format of a new table (PutItem) if the table has no callers (Query), and the time of its run. Makes the notice to the
     * owner of an API key that ends, and marks the key (UpdateItem).
     */
    grants: {
      table: {
        'dynamodb:GetItem': ['FORMAT', 'KEY#'],
        'dynamodb:BatchGetItem': ['USER#'],
        'dynamodb:PutItem': ['FORMAT'],
        'dynamodb:UpdateItem': ['DOC#', 'EVENT#', 'KEY#', 'MAIL#', 'ORG#', 'SWEEP', 'VIEWS#', 'WEBHOOK#'],
      },
      listIndex: { 'dynamodb:Query': ['CALLERS'] },
      dueIndex: ['dynamodb:Query'],
      processingQueue: ['sqs:SendMessage'],
      eventsQueue: ['sqs:SendMessage'],
      deliveriesQueue: ['sqs:SendMessage'],
      removalsQueue: ['sqs:SendMessage'],
    },
    /** Less than the minute between two sweeps, so that they never pile up. */
    timeoutSeconds: 55,
  },
  countUsage: {
    description: 'Counts the documents and bytes that tenants have stored, and corrects their running totals',
    /** Reads lists of documents, and changes only counts. */
    grants: {
      table: {
        'dynamodb:GetItem': ['USAGE#', 'FORMAT'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:UpdateItem': ['USAGE#'],
      },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#', 'USER#'] },
      filterIndex: { 'dynamodb:Query': ['USAGE#'] },
    },
    /** Less than the five minutes between two runs, so that they never pile up. */
    timeoutSeconds: 240,
  },
  sealActivity: {
    description: 'Seals new activity in chains of hashes, and signs their heads',
    /** The grant for signing is not here, but in the policy of the KMS key. Only this function may sign, and only it may write a chain. */
    grants: {
      table: {
        'dynamodb:GetItem': ['CHAIN#', 'MARK#', 'FORMAT'],
        'dynamodb:Query': ['CHAIN#'],
        'dynamodb:PutItem': ['CHAIN#'],
        'dynamodb:UpdateItem': ['CHAIN#', 'MARK#'],
      },
      listIndex: { 'dynamodb:Query': ['ACTIVITY#', 'CHAINS#'] },
      filterIndex: { 'dynamodb:Query': ['CHAINS#'] },
      auditHeads: ['s3:PutObject'],
    },
    /** Less than the minute between two runs, so that they never pile up. */
    timeoutSeconds: 55,
  },
} as const satisfies Record<string, FunctionSpec>;
export type OtherFunctionName = keyof typeof specs;

/** The functions that no route leads to. */
export const otherFunctions = withCommits(specs);

/** Returns the file of a function that no route leads to, below `functions`. */
export const otherEntry = (name: OtherFunctionName): string =>
  name === 'authorizer' ? 'authorizer.ts' : `workers/${name}.ts`;
