import type { Document } from '../../client/types.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';
import { Icon, type IconName } from './icon.tsx';

type Status = Document['processing_status'];
type Access = Document['access_level'];

const statusWords = {
  processing: 'status.processing',
  ready: 'status.ready',
  failed: 'status.failed',
} as const satisfies Readonly<Record<Status, WordKey>>;

export const statuses = Object.keys(statusWords) as Status[];
export const statusText = (status: Status): string => t(statusWords[status]);

export const StatusMark = ({ status }: { readonly status: Status }) => (
  <span class={`status ${status}`}>{statusText(status)}</span>
);

const accessWords = {
  private: 'access.private',
  organization: 'access.organization',
  public: 'access.public',
} as const satisfies Readonly<Record<Access, WordKey>>;

const accessIcons = {
  private: 'lock',
  organization: 'organization',
  public: 'public',
} as const satisfies Readonly<Record<Access, IconName>>;

export const accessLevels = Object.keys(accessWords) as Access[];
export const accessText = (level: Access): string => t(accessWords[level]);

const accessMeanings = {
  private: 'access.privateMeaning',
  organization: 'access.organizationMeaning',
  public: 'access.publicMeaning',
} as const satisfies Readonly<Record<Access, WordKey>>;

/** Says who may read a document with this level. */
export const accessMeaning = (level: Access): string => t(accessMeanings[level]);

export const AccessMark = ({ level }: { readonly level: Access }) => (
  <span class="access">
    <Icon name={accessIcons[level]} />
    {accessText(level)}
  </span>
);
