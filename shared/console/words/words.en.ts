import { activity } from './en/activity.ts';
import { common } from './en/common.ts';
import { document } from './en/document.ts';
import { endpoints } from './en/endpoints.ts';
import { frame } from './en/frame.ts';
import { keys } from './en/keys.ts';
import { library } from './en/library.ts';
import { me } from './en/me.ts';
import { organization } from './en/organization.ts';
import { plain } from './en/plain.ts';
import { policies } from './en/policies.ts';

export const en = {
  ...common,
  ...frame,
  ...library,
  ...document,
  ...activity,
  ...organization,
  ...endpoints,
  ...keys,
  ...me,
  ...plain,
  ...policies,
} as const;
