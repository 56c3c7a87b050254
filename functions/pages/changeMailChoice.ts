import { pages } from '../../shared/contract/pages.ts';
import { blockMail, unblockMail } from '../../shared/data/mail/mailBlocks.ts';
import { choicePage } from '../../shared/pages/mail/choicePage.ts';

/** Stops mail by the button on the page, or by the one in a mail program (RFC 8058); `allow=true` allows it again. */
export const handler = choicePage(pages.changeMailChoice, async ({ address_hash, sender }, { allow }) => {
  if (allow === 'true') await unblockMail(address_hash, sender);
  else await blockMail(address_hash, sender, 'opted_out', Date.now());
  return allow !== 'true';
});
