/** The words that only the pages without script have. */
export const plain = {
  'plain.back': 'Back',
  'plain.deleteMeaning':
    'I know that the document is gone for everybody at once, and can be restored for 30 days.',
  'plain.refused': 'This was not done',
  'plain.shareEmail': 'E-mail address of a reader',
  'plain.without': 'Go on without script',
} as const;
