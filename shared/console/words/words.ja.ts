import type { Catalogue } from './catalogue.ts';
import { activity } from './ja/activity.ts';
import { common } from './ja/common.ts';
import { document } from './ja/document.ts';
import { endpoints } from './ja/endpoints.ts';
import { frame } from './ja/frame.ts';
import { keys } from './ja/keys.ts';
import { library } from './ja/library.ts';
import { me } from './ja/me.ts';
import { organization } from './ja/organization.ts';
import { plain } from './ja/plain.ts';
import { policies } from './ja/policies.ts';

export const ja = {
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
