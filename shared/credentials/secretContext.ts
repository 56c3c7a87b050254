/** The names in the encryption context of a signing secret. A request to KMS gives exactly these names. */
export const secretContext = ['organization_id', 'webhook_id'] as const;

/** The names in the encryption context of a secret in a stored answer. */
export const shownSecretContext = ['idempotency_key'] as const;

/** The names in the encryption context of the secret in a link that is to be mailed. */
export const mailSecretContext = ['mail_id'] as const;
