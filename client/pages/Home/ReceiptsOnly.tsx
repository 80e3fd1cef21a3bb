import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/control/AppLink.tsx';
import { ButtonLink } from '../../components/control/Button.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { useVisit } from '../../core/pageData.tsx';
import { DomainCheck } from './DomainCheck.tsx';

/** The start page if charging is paid in another system: only links to receipts. Without a brand there is no search. */
export function ReceiptsOnly() {
  const { t } = useTranslation();
  const { client } = useVisit();
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
        <DomainCheck />
      </Stack>
    </>
  );
}
