import { pages } from '../../shared/contract/pages.ts';
import { allowMailOf, stopMail } from '../../shared/data/mail/mailBlocks.ts';
import { choicePage } from '../../shared/pages/mail/choicePage.ts';

/**
 * Stops mail to an address; with `allow=true`, allows the mail again. Requests come from the buttons on the page, and from the button of a
 * mail program (RFC 8058).
 */
export const handler = choicePage(pages.changeMailChoice, async ({ address_hash, sender }, { allow }) => {
  if (allow === 'true') await allowMailOf(address_hash, sender);
  else await stopMail(address_hash, sender, Date.now());
  return allow !== 'true';
});
