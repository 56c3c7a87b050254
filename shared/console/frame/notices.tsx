import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, Icon, sets } from '../parts/controls.tsx';
import { Dialog, openDialog, useAct } from '../parts/dialog.tsx';
import { Problem } from '../parts/list.tsx';
import { signInLink } from '../paths.ts';
import {
  actsElsewhere,
  isSignedOut,
  loadMe,
  me,
  organization,
  reclaimOwnership,
  switchTo,
  waitingUntil,
} from '../service/api.ts';
import { unfinishedBefore } from '../service/batch.ts';
import { formatTime, t } from '../words/words.ts';
import { toast } from './toasts.tsx';

/** Notices about the whole console, above the screen. */
export function Notices() {
  useEffect(() => {
    if (isSignedOut.value) openDialog(<SignedOut />);
  }, [isSignedOut.value]);
  return (
    <>
      <div role="status">
        <Waiting />
        <UnfinishedBefore />
      </div>
      <LostOwnership />
      <Elsewhere />
    </>
  );
}

/** Says that the rate limit keeps requests waiting, and for how long. */
export function Waiting() {
  const until = waitingUntil.value;
  const now = useSignal(Date.now());
  useEffect(() => {
    if (until === null) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => {
      now.value = Date.now();
      if (now.value >= until) waitingUntil.value = null;
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null) return null;
  const count = Math.max(1, Math.ceil((until - now.value) / 1000));
  return (
    <p class="notice">
      <Icon name="warning" />
      {/* Screen readers do not read the count of each second. */}
      <span class="hidden">{t('notice.waiting')}</span>
      <span aria-hidden="true">{t('notice.waitingSeconds', { count })}</span>
    </p>
  );
}

function UnfinishedBefore() {
  if (unfinishedBefore.value.length === 0) return null;
  return (
    <div class="notice">
      <Icon name="warning" />
      <p>
        {t('notice.unfinished')} {unfinishedBefore.value.join(' ')}
      </p>
      <Button text={t('toast.dismiss')} look="small" onClick={sets(unfinishedBefore, [])} />
    </div>
  );
}

/** Stays while the person can take back the role of owner. */
function LostOwnership() {
  const act = useAct();
  const { lost_ownership: lost } = me.value ?? {};
  if (!lost || Date.parse(lost.reclaimable_until) <= Date.now()) return null;
  const values = { organization: lost.organization_name, time: formatTime(lost.reclaimable_until) };
  const reclaim = () =>
    act.run(async () => {
      const name = await reclaimOwnership();
      toast(t('me.reclaimed', { name }));
    });
  return (
    <div class="notice alert" role="alert">
      <Icon name="warning" />
      <p>{t('notice.lostOwnership', values)}</p>
      <Button text={t('me.reclaim')} look="small" disabled={act.isRunning} onClick={reclaim} />
      <Problem error={act.error} />
    </div>
  );
}

/** Shown after another tab switched the organization, or signed in another person. */
function Elsewhere() {
  const now = actsElsewhere.value;
  if (now === null) return null;
  const there = now.organizations.find(({ id }) => id === now.organization_id)?.name;
  const here = organization.value;
  const isOther = now.user.id !== me.value?.user.id;
  return (
    <div class="notice alert" role="alert">
      <Icon name="warning" />
      <p>
        {isOther
          ? t('notice.otherPerson', { name: now.user.name })
          : t('notice.elsewhere', { organization: there ?? t('frame.noOrganization') })}
      </p>
      <Button text={isOther ? t('notice.showPerson') : t('notice.showThere')} look="small" onClick={loadMe} />
      {here && !isOther && (
        <Button
          text={t('notice.backTo', { organization: here.name })}
          look="small"
          onClick={() => switchTo(here.id)}
        />
      )}
    </div>
  );
}

const SignedOut = () => (
  <Dialog title={t('signedOut.title')}>
    <p>{t('signedOut.text')}</p>
    <footer class="actions">
      <a class="button primary" href={signInLink()}>
        {t('signedOut.action')}
      </a>
    </footer>
  </Dialog>
);
