import { signal } from '@preact/signals';
import type { Organization } from '../../client/types.ts';
import { shownIn } from '../../contract/accentColor.ts';
import { baseUrl } from '../paths.ts';
import { api, me } from './api.ts';

/** The URL of the logo of the organization that the tab shows; null if it has none. */
export const logo = signal<string | null>(null);

/** Counts the logos that were shown, so that the browser loads another logo. */
let turn = 0;

/** Shows the look of an organization in the frame. */
export function showLook({ accent_color = null, has_logo }: Partial<Organization>): void {
  logo.value = has_logo ? `${baseUrl}/logo?${++turn}` : null;
  const root = document.documentElement;
  root.classList.toggle('looked', accent_color !== null);
  if (accent_color === null) return;
  const { light, dark } = shownIn(accent_color);
  root.style.setProperty('--accent-light', light);
  root.style.setProperty('--accent-dark', dark);
}

/** Loads the look of the organization that the tab shows. Without an answer, the frame keeps the look of the service. */
export async function loadLook(): Promise<void> {
  const id = me.value?.organization_id;
  showLook({});
  const organization = id ? await api.getOrganization().catch(() => undefined) : undefined;
  if (organization && organization.id === me.value?.organization_id) showLook(organization);
}
