import type { Principal } from '../../access/principal.ts';
import type { VersionId } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import { createdAt } from '../../data/table/ids.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { phrase } from '../phrase.ts';

/** The intervals at which a waiting page reloads, by the age of the version. Most versions are ready within seconds. */
const patience = [
  { untilSeconds: 20, refreshSeconds: 2 },
  { untilSeconds: 120, refreshSeconds: 5 },
  { untilSeconds: Number.POSITIVE_INFINITY, refreshSeconds: 30 },
] as const;

export function refreshSecondsFor(versionId: VersionId, now: number): number {
  const waitedSeconds = (now - Date.parse(createdAt(versionId))) / 1000;
  return patience.find(({ untilSeconds }) => waitedSeconds < untilSeconds)?.refreshSeconds ?? 30;
}

/**
 * Returns the placeholder for the viewer while there is nothing to view. `again` is a link that reloads the page, for browsers that do not
 * reload it automatically.
 */
export const waiting = (
  title: string,
  text: string,
  again: string,
): Html => html`<section class="viewer waiting" data-again="${again}" aria-labelledby="waiting">
<div>
<h2 id="waiting">${title}</h2>
<p>${text}</p>
<div class="progress"></div>
<p class="paging"><a class="quiet" rel="nofollow" href="${again}">${t('unfinished.again')}</a></p>
</div>
</section>`;

export const beingProcessed = (refreshSeconds: number, again: string): Html =>
  waiting(
    t('status.processing'),
    t(refreshSeconds < 30 ? 'unfinished.checking' : 'unfinished.checkingLong'),
    again,
  );

/** Returns the placeholder for the viewer of a file that can never be shown. */
export const broken = (
  id: string,
  title: string,
  reason: Html,
  remedy: Html,
): Html => html`<section class="viewer broken" aria-labelledby="${id}">
<div>
<h2 id="${id}">${title}</h2>
<p>${reason}</p>
<p><strong>${t('unfinished.whatToDo')}</strong> ${remedy}</p>
</div>
</section>`;

export const couldNotBeRead = (created_by: User, colleague: Principal | null): Html =>
  broken(
    'broken',
    t('unfinished.broken'),
    phrase('unfinished.brokenText'),
    html`${remedy(created_by, colleague)} ${t('unfinished.sameAddress')}`,
  );

function remedy({ id, name }: User, colleague: Principal | null): Html {
  if (colleague?.user.id === id) return phrase('unfinished.uploadAgain');
  return colleague
    ? phrase('unfinished.ask', { name: html`<bdi>${name}</bdi>` })
    : phrase('unfinished.askSender');
}
