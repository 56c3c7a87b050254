import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Organization } from '../../client/types.ts';
import { contrastOf, isColor, isReadableOnWhite } from '../../contract/accentColor.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, TextField } from '../parts/controls.tsx';
import { ask, Form, FormDialog, openDialog } from '../parts/dialog.tsx';
import { Card } from '../parts/list.tsx';
import { api, type Loaded } from '../service/api.ts';
import { logo, showLook } from '../service/look.ts';
import { formatNumber, t } from '../words/words.ts';
import { type Picture, pictureOf } from './picture.ts';

interface Props {
  readonly loaded: Loaded<Organization>;
}

/** The logo and the accent color of the organization, for people who manage it. */
export function Look({ loaded }: Props) {
  const organization = loaded.data;
  useEffect(() => {
    if (organization) showLook(organization);
  }, [organization]);
  if (!organization) return null;
  return (
    <Card title={t('look.title')}>
      <p class="quiet-text">{t('look.text')}</p>
      <Logo loaded={loaded} />
      <Color loaded={loaded} />
    </Card>
  );
}

function Logo({ loaded }: Props) {
  const isUnfit = useSignal(false);
  const choose = () => {
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      accept: 'image/png,image/jpeg',
      onchange: async () => {
        const [file] = input.files ?? [];
        const picture = file && (await pictureOf(file));
        isUnfit.value = file !== undefined && !picture;
        if (picture) openDialog(<Preview {...picture} loaded={loaded} />);
      },
    });
    input.click();
  };
  const remove = () =>
    ask({ title: t('look.remove'), text: t('look.removeText') }, async () => {
      await api.deleteOrganizationLogo();
      await loaded.reload();
    });
  return (
    <div class="field">
      <span class="label">{t('look.logo')}</span>
      <p class="hint">{t('look.logoHint')}</p>
      <div class="actions">
        {logo.value && <img class="logo large" src={logo.value} alt={t('look.logo')} />}
        <Button text={t('look.choose')} icon="upload" onClick={choose} />
        {loaded.data?.has_logo && <Button text={t('look.remove')} look="danger" onClick={remove} />}
      </div>
      {isUnfit.value && (
        <p class="field-error" role="alert">
          {t('look.unfit')}
        </p>
      )}
    </div>
  );
}

/** Shows a chosen picture beside the name, before it is sent. */
function Preview({ picture, url, loaded }: Picture & Props) {
  const send = async () => {
    await api.setOrganizationLogo({ picture });
    await loaded.reload();
  };
  return (
    <FormDialog title={t('look.use')} send={send} onDone={() => toast(t('document.saved'))}>
      <p class="row">
        <img class="logo large" src={url} alt={t('look.logo')} />
        <bdi>{loaded.data?.name}</bdi>
      </p>
    </FormDialog>
  );
}

function Color({ loaded }: Props) {
  const saved = loaded.data?.accent_color ?? '';
  const typed = useSignal(saved);
  const color = typed.value.trim();
  const isWhole = isColor(color);
  const isFit = color === '' || (isWhole && isReadableOnWhite(color));
  const contrast = isWhole && formatNumber(Math.floor(contrastOf(color, '#ffffff') * 10) / 10);
  const send = () =>
    loaded.change((options) =>
      api.updateOrganization.withResponse({ accent_color: color === '' ? null : color }, options),
    );
  return (
    <Form
      action={t('edit.save')}
      look="small"
      disabled={!isFit || color === saved}
      send={send}
      onDone={() => toast(t('document.saved'))}
    >
      <TextField
        label={t('look.color')}
        hint={t('look.colorHint')}
        text={typed}
        maxLength={7}
        aside={
          <input
            type="color"
            aria-label={t('look.pick')}
            value={isWhole ? color.toLowerCase() : '#1a4a78'}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
            }}
          />
        }
      />
      {contrast && (
        <p class={isFit ? 'quiet-text' : 'field-error'} role="status">
          {isFit ? t('look.contrast', { contrast }) : t('look.tooLight', { contrast })}
        </p>
      )}
    </Form>
  );
}
