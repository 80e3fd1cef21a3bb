import type { ReactNode } from 'react';
import type { WebhookSecret } from '../../../../shared/console/webhooks.ts';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { ShownOnce } from '../../parts/ShownOnce.tsx';
import { WEBHOOKS_PATH, webhookPath } from '../../parts/stationStyles.ts';

/** The new secret of an endpoint. It is shown only once, in this response. */
export function Secret({ secret: { webhook, secret } }: { secret: WebhookSecret }) {
  const { t } = useWords();
  return (
    <Page webhook={webhook}>
      <h1>{t('webhooks.secret.title')}</h1>
      <ShownOnce name="webhooks.secret.title" values={[['webhooks.secret.value', secret]]} warning="webhooks.secret.once" />
    </Page>
  );
}

/** Shown if the form was submitted twice. Only the first response contained the secret. */
export function SecretAlreadyShown({ webhook }: { webhook: string | null }) {
  const { t } = useWords();
  return (
    <Page webhook={webhook}>
      <h1>{t('webhooks.secret.again')}</h1>
      <p className="gap">{t('webhooks.secret.againText')}</p>
    </Page>
  );
}

function Page({ webhook, children }: { webhook: string | null; children: ReactNode }) {
  const { t } = useWords();
  return (
    <>
      <Crumb to={WEBHOOKS_PATH}>{t('webhooks.title')}</Crumb>
      <div className="focus">
        {children}
        <div className="acts gap">
          <a className="btn btn--primary" href={webhook === null ? WEBHOOKS_PATH : webhookPath(webhook)}>
            {t('webhooks.secret.see')}
          </a>
        </div>
      </div>
    </>
  );
}
