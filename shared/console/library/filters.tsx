import { useAddress } from '../parts/address.ts';
import { controlOf, Select } from '../parts/controls.tsx';
import { accessLevels, accessText, statuses, statusText } from '../parts/list.tsx';
import { SearchField } from '../search/searchField.tsx';
import { api, me, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

const names = ['q', 'processing_status', 'access_level', 'created_by', 'policy_id'] as const;

/** The filters of the list, with the same names and values as in the address and in the API. */
export type Filters = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** Returns the filters in the address, so that a link, a reload or *Back* shows the same list, and a function that changes some of them. */
export function useFilters() {
  const { query, set: setAddress } = useAddress();
  const filters: Filters = Object.fromEntries(
    names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
  // A search that goes on is one step for *Back*.
  const set = (changes: Filters) =>
    setAddress({ ...changes, page: '' }, changes.q !== undefined && filters.q !== undefined);
  return { filters, set };
}

/** Search and filters. */
export function FilterBar() {
  const { filters, set } = useFilters();
  return (
    <search class="filters">
      <SearchField q={filters.q} onSearch={(q) => set({ q })} />
      <Filter
        name="processing_status"
        any={t('filters.anyStatus')}
        options={statuses.map((one) => [one, statusText(one)])}
      />
      <Filter
        name="access_level"
        any={t('filters.anyAccess')}
        options={accessLevels.map((one) => [one, accessText(one)])}
      />
      {me.value?.organization_id && <OrganizationFilters />}
    </search>
  );
}

interface FilterProps {
  readonly name: keyof Filters;
  /** The name of the control, and the choice of no filter. */
  readonly any: string;
  readonly options: readonly (readonly [value: string, text: string])[] | undefined;
}

function Filter({ name, any, options = [] }: FilterProps) {
  const { filters, set } = useFilters();
  const control = controlOf(filters[name] ?? '', (value) => set({ [name]: value }));
  return <Select label={any} options={[['', any], ...options]} {...control} />;
}

/** The choices among what an organization has. */
function OrganizationFilters() {
  const members = useRead(api.listOrganizationMembers, {}).data?.items;
  const policies = useRead(api.listPolicies, { limit: 100 }).data?.items;
  return (
    <>
      <Filter
        name="created_by"
        any={t('filters.anyCreator')}
        options={members?.map((one) => [one.user_id, one.display_name])}
      />
      <Filter
        name="policy_id"
        any={t('filters.anyPolicy')}
        options={policies?.map(({ id, name }) => [id, name])}
      />
    </>
  );
}
