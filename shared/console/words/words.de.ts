import type { Catalogue } from './catalogue.ts';
import { activity } from './de/activity.ts';
import { common } from './de/common.ts';
import { document } from './de/document.ts';
import { endpoints } from './de/endpoints.ts';
import { frame } from './de/frame.ts';
import { keys } from './de/keys.ts';
import { library } from './de/library.ts';
import { me } from './de/me.ts';
import { organization } from './de/organization.ts';
import { plain } from './de/plain.ts';
import { policies } from './de/policies.ts';

export const de = {
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
} satisfies Catalogue;
