import type { GroupId } from '../contract/identifiers.ts';
import type { Rules } from '../contract/resources/rules.ts';
import { newDomain, newEmail } from '../text/newAddress.ts';
import { type ApiError, wrongField } from './errors.ts';

/** Returns the rules of a request, by default none. Throws 422 for e-mail addresses and domains that nobody can have. */
export function readableRules(rules: Rules = {}): Rules {
  for (const [index, email] of (rules.allowed_emails ?? []).entries())
    if (newEmail(email) === undefined)
      throw wrongField(`rules.allowed_emails.${index}`, 'must be an e-mail address', email);
  for (const [index, domain] of (rules.allowed_email_domains ?? []).entries())
    if (newDomain(domain) === undefined)
      throw wrongField(
        `rules.allowed_email_domains.${index}`,
        'must be a domain, such as example.com',
        domain,
      );
  return rules;
}

/** Returns the function that makes the 422 for a group in the rules of a request that the organization does not have. */
export const noGroupOf =
  (rules: Rules | undefined) =>
  (group: GroupId): ApiError =>
    wrongField(
      'rules.allowed_groups',
      `must name groups of your organization, and ${group} is none`,
      rules?.allowed_groups,
    );
