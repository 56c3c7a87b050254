import * as z from 'zod/mini';

/** Specification 2.2. */
export const accessLevel = z.enum(['private', 'organization', 'public']);
export type AccessLevel = z.infer<typeof accessLevel>;

/** `ready` and `failed` are final for a version. The status of a document depends on its versions, and can change again. */
export const processingStatus = z.enum(['processing', 'ready', 'failed']);
export type ProcessingStatus = z.infer<typeof processingStatus>;

export const userType = z.enum(['user_account', 'service_account']);
export type UserType = z.infer<typeof userType>;

/** The languages of pages and mails. */
export const language = z.enum(['en', 'de', 'ja']);
export type Language = z.infer<typeof language>;

export const memberRole = z.enum(['owner', 'admin', 'member']);
export type MemberRole = z.infer<typeof memberRole>;

export const webhookState = z.enum(['enabled', 'disabled']);

/**
 * `gone`: the endpoint answered 410. `failing`: no delivery succeeded for five days. `registrar`: the endpoint's registrar may no longer
 * manage the organization. `operator`: an operator of the service disabled the endpoint. `request`: a request to the API disabled it.
 */
export const webhookDisabledReason = z.enum(['gone', 'failing', 'registrar', 'operator', 'request']);
export type WebhookDisabledReason = z.infer<typeof webhookDisabledReason>;

/** Only a `pending` delivery will still be sent. A delivery that is to be sent again becomes pending. */
export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/**
 * The state of a mail. `none`: the stage sends no mail. `held`: the mail waits until the quotas allow it. `sent`: SES accepted the mail.
 * `refused`: the address gets no mail.
 */
export const mailStatus = z.enum(['none', 'queued', 'held', 'sent', 'delivered', 'bounced', 'refused']);
export type MailStatus = z.infer<typeof mailStatus>;
