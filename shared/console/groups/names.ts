import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, may, me } from '../service/api.ts';

/** The names of the groups of the organization that the tab shows, by their ids. Undefined until they are loaded. */
const names = signal<
  { readonly organization: string; readonly byId: ReadonlyMap<string, string> } | undefined
>(undefined);
/** The organization whose names are being loaded. */
let loadedFor: string | undefined;

/** Returns the names of all groups, oldest group last; undefined until they are there, or if they are not wanted. */
export function useGroupNames(isWanted = true): ReadonlyMap<string, string> | undefined {
  const organization = me.value?.organization_id ?? null;
  const isThere = names.value?.organization === organization;
  useEffect(() => {
    if (
      isWanted &&
      !isThere &&
      organization !== null &&
      organization !== loadedFor &&
      may('organization#list_members')
    )
      void loadNames(organization);
  }, [isWanted, isThere, organization]);
  return isWanted && isThere ? names.value?.byId : undefined;
}

/** Loads the names again, when they are shown the next time. */
export function forgetGroupNames(): void {
  names.value = undefined;
}

/** Adds the name of a new group, because the list of the service may be late. */
export function noteGroup({ id, name }: { readonly id: string; readonly name: string }): void {
  const known = names.value;
  if (known) names.value = { ...known, byId: new Map([[id, name], ...known.byId]) };
}

/** Without names, rules only count their groups. */
async function loadNames(organization: string): Promise<void> {
  const byId = new Map<string, string>();
  loadedFor = organization;
  try {
    for await (const { id, name } of api.listGroups.all({ limit: 100 })) byId.set(id, name);
    names.value = { organization, byId };
  } catch {
    // Rules go on counting their groups.
  } finally {
    loadedFor = undefined;
  }
}
