import { ShownOnce } from '../parts/form.tsx';
import { referenceLink } from '../paths.ts';
import { t } from '../words/words.ts';

const example = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// body: the bytes as received. verify throws if they were changed or not signed
const event = webhook.verify(body, request.headers);`;

interface SecretProps {
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** A signing secret, and how a receiver verifies deliveries with it. */
export const Secret = ({ secret, onClose }: SecretProps) => (
  <ShownOnce title={t('endpoints.secret')} label={t('endpoints.secret')} secret={secret} onClose={onClose}>
    <h3>{t('endpoints.verify')}</h3>
    <p>{t('endpoints.verifyText')}</p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
    <pre class="code" tabIndex={0}>
      {example}
    </pre>
    <p class="hint">{t('endpoints.verifyByHand')}</p>
    <p>
      <a href={`${referenceLink}/event-types`} target="_blank" rel="noopener">
        {t('frame.reference')}
      </a>
    </p>
  </ShownOnce>
);
