import { guidePage, listPage, type Titles } from './frame.ts';
import { guides } from './sources.ts';

const titles: Titles = guides.map(([name, { title }]) => [name, title]);

/** What the function of the guides shows. */
export default {
  /** By name. `page` is the content of the page. */
  guides: Object.fromEntries(
    guides.map(([name, guide]): [string, { title: string; lead: string; page: string; markdown: string }] => [
      name,
      {
        title: guide.title,
        lead: guide.lead,
        page: guidePage(titles, name, guide).markup,
        markdown: guide.markdown,
      },
    ]),
  ),
  list: listPage(guides).markup,
};
