import { rulesOf, type ShareItem, versionsOf } from '../data/shares/shareItems.ts';

/** Returns what a share gives its person, as the end of an error message. null: a share that this release cannot read. */
export function shareInWords(share: ShareItem | null): string {
  if (!share) return 'has a share of this document already';
  const { view_only, watermark, acknowledgement } = rulesOf(share);
  const terms = [
    share.expires_at === null ? 'it does not end' : `it ends at ${share.expires_at}`,
    versionsOf(share) === 'all' ? 'it opens all versions' : 'it opens the current version',
    view_only ? 'the file cannot be downloaded' : 'the file can be downloaded',
    ...(watermark ? ['pages have a watermark'] : []),
    ...(acknowledgement === undefined ? [] : ['a text must be accepted first']),
  ];
  return `has a share of this document already (${share.id}): ${terms.join(', ')}. Change this share instead`;
}
