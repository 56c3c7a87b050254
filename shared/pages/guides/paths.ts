import { pages } from '../../contract/pages.ts';
import { pathOf } from '../../presentation/links.ts';

/** The paths of the guides and of the files beside them, without the prefix of the stage. */

/** Returns the path of a guide, without the prefix of the stage. */
export const guidePath = (name: string): string => pathOf(pages.guide, { name });

export const [guidesPath, llmsPath] = pages.guide.alsoAt;
/** The function of the groups of the reference answers at these paths. */
export const changelogPath = pathOf(pages.referenceGroup, { group: 'changelog' });
export const copyScriptPath = pathOf(pages.referenceGroup, { group: 'copy.js' });
