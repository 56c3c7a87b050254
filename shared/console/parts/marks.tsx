import type { Document } from '../../client/types.ts';
import { formatAgo, formatTime, t } from '../words/words.ts';
import { Icon } from './controls.tsx';

type Status = Document['processing_status'];
type Access = Document['access_level'];

export const statuses: readonly Status[] = ['processing', 'ready', 'failed'];
export const statusText = (status: Status): string => t(`status.${status}`);

export const StatusMark = ({ status }: { readonly status: Status }) => (
  <span class={`status ${status}`}>{statusText(status)}</span>
);

export const accessLevels: readonly Access[] = ['private', 'organization', 'public'];
export const accessText = (level: Access): string => t(`access.level.${level}`);
/** Says who may read a document with this level. */
export const accessMeaning = (level: Access): string => t(`access.meaning.${level}`);

const icons = { private: 'lock', organization: 'organization', public: 'public' } as const;

export const AccessMark = ({ level }: { readonly level: Access }) => (
  <span class="access">
    <Icon name={icons[level]} />
    {accessText(level)}
  </span>
);

/** A time as people say it; the exact time is its title. */
export const Ago = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={formatTime(time)}>
    {formatAgo(time)}
  </time>
);
