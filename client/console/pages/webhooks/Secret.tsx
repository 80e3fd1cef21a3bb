import type { ReactNode } from 'react';
import type { WebhookSecret } from '../../../../shared/console/webhooks.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { WEBHOOKS_PATH, webhookPath } from '../../parts/stationStyles.ts';

/** The new secret of an endpoint. It is shown only once, in this response. */
export function Secret({ secret: { webhook, secret } }: { secret: WebhookSecret }) {
  const { t } = useWords();
  return (
    <Page webhook={webhook}>
      <h1>{t('webhooks.secret.title')}</h1>
      <section className="will gap" aria-label={t('webhooks.secret.title')}>
        <dl className="rows">
          <div>
            <dt>{t('webhooks.secret.value')}</dt>
            <dd className="mono breaks">{secret}</dd>
          </div>
        </dl>
        <p className="row gap">
          <Icon name="triangle-alert" />
          <span>{t('webhooks.secret.once')}</span>
        </p>
      </section>
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
