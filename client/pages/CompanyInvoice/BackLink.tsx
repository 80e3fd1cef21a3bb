import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/paths.ts';
import { TextLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { usePage, useVisit } from '../../pageData.tsx';

/** Where a visitor came from: their session, or the receipts a search has found. */
export function useWayBack(): string {
  const { locale } = useVisit();
  const { clientId = '', receipt = '' } = usePage().params;
  const isToken = receipt.startsWith('r.');
  return isToken ? pathTo('results', { locale, clientId }) : pathTo('session', { locale, clientId, sessionId: receipt });
}

export function BackLink() {
  const { t } = useTranslation();
  return (
    <TextLink href={useWayBack()}>
      <Icon name="arrow-left" />
      {t('common.back')}
    </TextLink>
  );
}
