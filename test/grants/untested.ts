const ownHands =
  'Lambda polls its queues. Tests of slow files, slow endpoints, removals, pictures, mails, search and requests for access hand messages to the workers themselves.';

const picturesOfViews = 'It counts a view without its page as the other pages do, by the same code.';

const textsOfReaders =
  'It records readings by the code of pages, which also counts visitors without an account.';

/** Grants that no test needs, with the reason why functions have them. */
export const untested: Readonly<Record<string, string>> = {
  'createOrganization sqs:SendMessage QueuesEvents':
    'After the commit it looks for endpoints. It sends the event only if one was registered since the commit.',
  'deleteServiceAccount dynamodb:PutItem table/DataTable TAKEN#*':
    'It removes members as removeMember does, and no service account is an owner.',
  'sendDocumentShare dynamodb:PutItem table/DataTable ANSWERED#*':
    'It keeps answers for an Idempotency-Key as every POST does, and succeeds only on a stage that sends mail.',
  'ProcessVersion s3:ListBucket databucket':
    'S3 says 404 instead of 403 of a file that was removed before it was processed.',
  'ProcessVersion sqs:DeleteMessage QueuesSlowProcessing': ownHands,
  'ProcessVersion sqs:GetQueueAttributes QueuesSlowProcessing': ownHands,
  'ProcessVersion sqs:ReceiveMessage QueuesSlowProcessing': ownHands,
  'pageImage dynamodb:PutItem table/DataTable VIEWS#*': picturesOfViews,
  'pageImage dynamodb:UpdateItem table/DataTable VIEWS#*': picturesOfViews,
  'getDocumentText dynamodb:PutItem table/DataTable VIEWS#*': textsOfReaders,
  'getDocumentText dynamodb:UpdateItem table/DataTable VIEWS#*': textsOfReaders,
  'KeepText sqs:DeleteMessage QueuesTexts': ownHands,
  'KeepText sqs:GetQueueAttributes QueuesTexts': ownHands,
  'KeepText sqs:ReceiveMessage QueuesTexts': ownHands,
  'IndexDocument sqs:DeleteMessage Search-QueuesIndexing': ownHands,
  'IndexDocument sqs:GetQueueAttributes Search-QueuesIndexing': ownHands,
  'IndexDocument sqs:ReceiveMessage Search-QueuesIndexing': ownHands,
  'RemoveDeleted sqs:DeleteMessage QueuesRemovals': ownHands,
  'RemoveDeleted sqs:GetQueueAttributes QueuesRemovals': ownHands,
  'RemoveDeleted sqs:ReceiveMessage QueuesRemovals': ownHands,
  'PrepareCopy sqs:DeleteMessage QueuesPreparations': ownHands,
  'PrepareCopy sqs:GetQueueAttributes QueuesPreparations': ownHands,
  'PrepareCopy sqs:ReceiveMessage QueuesPreparations': ownHands,
  'SendMail sqs:DeleteMessage Mail-QueuesMail': ownHands,
  'SendMail sqs:GetQueueAttributes Mail-QueuesMail': ownHands,
  'RecordAccessRequest sqs:GetQueueAttributes Mail-QueuesAccessRequests': ownHands,
  'RecordMailEvent sqs:DeleteMessage Mail-QueuesMailEvents': ownHands,
  'RecordMailEvent sqs:GetQueueAttributes Mail-QueuesMailEvents': ownHands,
  'DeliverWebhook sqs:DeleteMessage QueuesSlowDeliveries': ownHands,
  'DeliverWebhook sqs:GetQueueAttributes QueuesSlowDeliveries': ownHands,
  'DeliverWebhook sqs:ReceiveMessage QueuesSlowDeliveries': ownHands,
};
