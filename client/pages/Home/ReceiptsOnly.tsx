import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/control/AppLink.tsx';
import { ButtonLink } from '../../components/control/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { RichText, Small } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';

/**
 * The start page of a site that only issues receipts, because drivers pay in another system. The neutral start page has no
 * receipt search.
 */
export function ReceiptsOnly() {
  const { t } = useTranslation();
  const { client, host } = useVisit();
  const isNeutral = client.id === 'house';
  return (
    <>
      <PageHead title={t('home.receipts.title')} lead={t(isNeutral ? 'home.receipts.ask' : 'home.receipts.text')} />
      <Stack $gap={5}>
        {!isNeutral && (
          <ButtonLink as={AppLink} $variant="primary" to={`/${client.id}/receipts`}>
            <Icon name="search" />
            {t('footer.receipts')}
          </ButtonLink>
        )}
        <Small>
          <RichText text={t('home.domainCheck', { host: `<b>${host}</b>` })} tags={{ b: inner => <b lang="">{inner}</b> }} />
        </Small>
      </Stack>
    </>
  );
}
