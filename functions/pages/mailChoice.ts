import { pages } from '../../shared/contract/pages.ts';
import { hasOptedOut } from '../../shared/data/mail/mailBlocks.ts';
import { choicePage } from '../../shared/pages/mail/choicePage.ts';

/** Changes nothing, because mail scanners open links too. */
export const handler = choicePage(pages.mailChoice, ({ address_hash, sender }) =>
  hasOptedOut(address_hash, sender),
);
