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
 * `gone`: the endpoint answered 410. `failing`: no delivery succeeded for five days. `registrar`: its registrar may not manage the
 * organization any more. `operator`: an operator of the service. `request`: a request to the API.
 */
export const webhookDisabledReason = z.enum(['gone', 'failing', 'registrar', 'operator', 'request']);
export type WebhookDisabledReason = z.infer<typeof webhookDisabledReason>;

/** Only a `pending` delivery is still to be sent; sending a delivery again makes it pending. */
export const deliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'skipped']);
export type DeliveryStatus = z.infer<typeof deliveryStatus>;

/**
 * What became of a mail. `none`: the stage sends no mail. `held`: it waits until the quotas allow it. `sent`: SES accepted it. `refused`:
 * the address gets no mail.
 */
export const mailStatus = z.enum(['none', 'queued', 'held', 'sent', 'delivered', 'bounced', 'refused']);
export type MailStatus = z.infer<typeof mailStatus>;
