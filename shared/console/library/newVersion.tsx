import { useSignal } from '@preact/signals';
import type { Document, Version } from '../../client/types.ts';
import { readPolicies } from '../document/policies.tsx';
import { Check, Choices } from '../parts/controls.tsx';
import { FormDialog, openDialog } from '../parts/dialog.tsx';
import { retains } from '../policies/ends.ts';
import { answerOf, api, me, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { dropTarget, isPdf, type UploadTarget, upload, type VersionDetails } from './uploads.ts';

/** Takes files that a person chose or dropped. On the screen of a document, asks first what the new version does with the one before it. */
export function take(files: Iterable<File> | null | undefined): void {
  const all = [...(files ?? [])];
  const target = dropTarget.value;
  if (target && all.some(isPdf)) openDialog(<NewVersionDialog target={target} files={all} />);
  else upload(all, target);
}

/** What the service knows before a new version comes. */
interface Before {
  /** The newest version, with the values that tell it from others. */
  readonly newest: Version | undefined;
  readonly details: VersionDetails | undefined;
  /** Whether a policy keeps people from deleting versions. */
  readonly isRetained: boolean;
  readonly isShared: boolean;
}

async function readBefore(document_id: Document['id'], signal: AbortSignal): Promise<Before> {
  const options = { signal };
  const [versions, details, facts, isRetained] = await Promise.all([
    api.listDocumentVersions({ document_id, limit: 1 }, options),
    api.listDocumentVersionDetails({ document_id }, options),
    api.listDocumentDetails({ ids: document_id }, options),
    isDocumentRetained(document_id, signal),
  ]);
  const [newest] = versions.items;
  return {
    newest,
    details: details.items.find(({ version_id }) => version_id === newest?.id),
    isRetained,
    isShared: (facts.items[0]?.share_count ?? 0) > 0,
  };
}

async function isDocumentRetained(document_id: Document['id'], signal: AbortSignal): Promise<boolean> {
  // Without an organization, there are no policies.
  if (!me.value?.organization_id) return false;
  const { items } = await api.listDocumentPolicies({ document_id, limit: 100 }, { signal });
  const policies = await readPolicies(
    items.map(({ policy }) => policy.id),
    signal,
  );
  return items.some(({ policy, attached_at }) => {
    const rules = policies.get(policy.id)?.rules;
    return rules !== undefined && retains(rules, attached_at);
  });
}

interface NewVersionProps {
  readonly target: NonNullable<UploadTarget>;
  readonly files: readonly File[];
}

/** Asks what a new version does with the one before it, and uploads the version. */
function NewVersionDialog({ target, files }: NewVersionProps) {
  const before = useLoaded(target.id, async (signal) => answerOf(await readBefore(target.id, signal)));
  const way = useSignal<'keep' | 'replace'>('keep');
  const tells = useSignal(false);
  const { newest, details, isRetained = false, isShared = false } = before.data ?? {};
  const number = details && String(details.number);
  const isReplaceable = newest !== undefined && number !== undefined && !isRetained && files.length === 1;
  const send = async () =>
    upload(files, target, {
      ...(isReplaceable && way.value === 'replace' && { replaces: newest.id }),
      tellsReaders: tells.value,
    });
  return (
    <FormDialog
      title={t('newVersion.title', { title: target.title })}
      action={t('newVersion.upload')}
      disabled={before.data === undefined && before.error === undefined}
      send={send}
    >
      <ul class="file-names" role="list">
        {files.map(({ name }) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {isReplaceable && (
        <Choices
          legend={t('newVersion.earlier', { number })}
          one={way}
          options={[
            ['keep', <Choice title={t('newVersion.keep')} text={t('newVersion.keepText', { number })} />],
            [
              'replace',
              <Choice
                title={t('newVersion.replace')}
                text={
                  details?.file_name
                    ? t('newVersion.replaceNamed', { number, name: details.file_name })
                    : t('newVersion.replaceText', { number })
                }
              />,
            ],
          ]}
        />
      )}
      {isRetained && <p class="hint">{t('newVersion.retained')}</p>}
      {isShared && <Check label={t('newVersion.tell')} isOn={tells} />}
    </FormDialog>
  );
}

const Choice = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    {title} <span class="hint">{text}</span>
  </>
);
