import { pages } from '../../shared/contract/pages.ts';
import { invitationPage } from '../../shared/pages/invitation/invitationPage.ts';
import { invitationTo } from '../../shared/pages/invitation/messages.ts';

/** Shows the invitation and changes nothing, because mail scanners open links too. */
export const handler = invitationPage(pages.invitation, async (invited) => invitationTo(invited));
