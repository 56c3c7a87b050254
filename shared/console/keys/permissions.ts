import type { Permission } from '../../contract/permissions.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

const words = {
  'document#read': 'permission.read',
  'document#write': 'permission.write',
  'organization#create': 'permission.found',
  'organization#list_members': 'permission.listMembers',
  'organization#leave': 'permission.leave',
  'organization#manage': 'permission.manage',
  'organization#own': 'permission.own',
} as const satisfies Readonly<Record<Permission, WordKey>>;

export const permissionText = (permission: Permission): string => t(words[permission]);
