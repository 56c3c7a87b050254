import type { Principal } from '../../access/principal.ts';
import type { VersionId } from '../../contract/identifiers.ts';
import type { User } from '../../contract/resources/user.ts';
import { createdAt } from '../../data/table/ids.ts';
import { type Html, html } from '../html.ts';

/** A waiting page reloads at these intervals, which depend on the version's age. Most versions are ready within seconds. */
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
 * Returns the placeholder for the viewer while there is nothing to view. `again` is a link to reload, for browsers that do not reload by
 * themselves.
 */
export const waiting = (
  title: string,
  text: Html,
  again: string,
): Html => html`<section class="viewer waiting" aria-labelledby="waiting">
<div>
<h2 id="waiting">${title}</h2>
<p>${text}</p>
<div class="progress"></div>
<p class="paging"><a class="quiet" rel="nofollow" href="${again}">Look again now</a></p>
</div>
</section>`;

export const beingProcessed = (refreshSeconds: number, again: string): Html =>
  waiting(
    'Being processed',
    html`The PDF is being checked. ${
      refreshSeconds < 30 ? 'It usually takes a few seconds' : 'It takes longer than usual'
    }. This page looks again by itself.`,
    again,
  );

/** Returns the placeholder for the viewer if the file can never be shown. */
export const broken = (
  id: string,
  title: string,
  reason: Html,
  remedy: Html,
): Html => html`<section class="viewer broken" aria-labelledby="${id}">
<div>
<h2 id="${id}">${title}</h2>
<p>${reason}</p>
<p><strong>What to do:</strong> ${remedy}</p>
</div>
</section>`;

export const couldNotBeRead = (created_by: User, colleague: Principal | null): Html =>
  broken(
    'broken',
    'This file could not be read',
    html`The uploaded file is damaged or incomplete. No PDF reader can open it.`,
    html`${remedy(created_by, colleague)} The address of the document stays the same.`,
  );

function remedy({ id, name }: User, colleague: Principal | null): Html {
  if (colleague?.user.id === id)
    return html`check that the file opens on your computer, and upload it as a new version.`;
  return html`ask ${colleague ? html`<bdi>${name}</bdi>` : 'the person who gave you the link'} to upload the file again as a new version.`;
}
