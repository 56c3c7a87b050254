export const refusals = {
  'proof.again': 'Sign in again',
  'proof.text':
    'You have not proven your e-mail address for {days} days, and shares need that. Sign in in a browser to prove it.',
  'refusal.acknowledge': 'Before you read this document',
  'refusal.aPolicy': 'A policy',
  'refusal.askSender': 'If you still need the document, ask the person who gave you the link.',
  'refusal.ended': 'Reading ended on {time}.',
  'refusal.endedBy': 'Reading ended on {time}, by the policy {name}.',
  'refusal.expired': 'This document can no longer be read',
  'refusal.noDownload': 'This file cannot be downloaded',
  'refusal.notAllowed': 'This document is for other readers',
  'refusal.notAllowedMore':
    'If you have another address, sign in with that address, or ask the person who gave you the link.',
  'refusal.notAllowedText':
    '{policy} allows only certain readers, by their e-mail addresses, and yours is not among them.',
  'refusal.notProven': 'Sign in again to read this document',
  'refusal.notProvenMore': 'Sign in again to prove this address, or sign in with another one.',
  'refusal.notProvenText':
    '{policy} allows readers by their e-mail addresses, and you have not proven yours for {days} days.',
  'refusal.thePolicy': 'The policy {name}',
  'refusal.tooMany': 'This document cannot be read at present',
  'refusal.tooManyMore':
    'Ask the person who gave you the link. The document’s creator or an owner or admin can detach some policies.',
  'refusal.tooManyText':
    'More than {max} policies with rules are attached to this document. The service cannot apply so many.',
  'refusal.tooManyTextNamed':
    'More than {max} policies with rules are attached to this document, {name} among them. The service cannot apply so many.',
  'refusal.unknownRuleMore': 'Ask the operator of the service to update it.',
  'refusal.unknownRuleText':
    '{policy} has a rule that this release of the service does not know. The service must be updated before this document can be read.',
  'refusal.viewOnlyText': '{policy} shows this document page by page and does not allow downloads.',
  'refusal.watermarkText': '{policy} does not allow downloads without a watermark.',
  'refusal.yourAccess': 'Your access',
} as const;
