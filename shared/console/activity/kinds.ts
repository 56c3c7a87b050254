import { type ActivityType, activityTypes } from '../../contract/activityTypes.ts';
import { isWord, t } from '../words/words.ts';

/** Says what happened. Types of a later release are shown as they are. */
export const typeText = (type: string): string =>
  isWord(`activity.${type}`) ? t(`activity.${type as ActivityType}`) : type;

/** The beginnings of types, by the group in which the filter offers them. Readings have no dot in their types. */
const groups: readonly (readonly [beginnings: readonly string[], title: () => string])[] = [
  [['document', 'documents', 'version', 'entry_page'], () => t('nav.library')],
  [['room'], () => t('nav.rooms')],
  [['policy'], () => t('nav.policies')],
  [['member', 'group', 'invitation', 'user', 'session', 'sessions'], () => t('members.title')],
  [['organization', 'quotas'], () => t('nav.organization')],
  [['service_account', 'api_key'], () => t('nav.keys')],
  [['webhook'], () => t('nav.endpoints')],
];

/** Returns all kinds of entries as options of a choice, in groups. */
export function kindOptions(): (readonly [title: string, options: readonly (readonly [string, string])[]])[] {
  const option = (type: ActivityType) => [type, typeText(type)] as const;
  const named = groups.map(
    ([beginnings, title]) =>
      [
        title(),
        activityTypes
          .filter((type) => type.includes('.') && beginnings.includes(type.split('.')[0] ?? ''))
          .map(option),
      ] as const,
  );
  return [[t('activity.reading'), activityTypes.filter((type) => !type.includes('.')).map(option)], ...named];
}
