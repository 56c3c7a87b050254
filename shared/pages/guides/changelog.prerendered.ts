import { guidePage } from './frame.ts';
import { guides, readChangelog } from './sources.ts';

const changelog = readChangelog();

/** The changelog, as a page and as Markdown. */
export default {
  page: guidePage(
    guides.map(([name, { title }]) => [name, title]),
    'changelog',
    changelog,
  ).markup,
  markdown: changelog.markdown,
};
