import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { fillPath, PATHS } from '../../../shared/charging/paths.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { usePage } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { AppLink } from '../control/AppLink.tsx';
import { textLink } from '../control/Button.tsx';
import { Note } from '../feedback/Note.tsx';
import { Icon } from '../text/Icon.tsx';
import { Hidden, Small } from '../text/Text.tsx';

/**
 * The link to request an invoice to a company, or the reason why none is possible. Above a legal amount, the text says that an
 * invoice needs the buyer's address.
 */
export function CompanyOffer({ receipt: { receipt, companyInvoice, isBuyerMissing, country, found } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const { clientId = '' } = usePage().params;
  const format = useFormat({ country, timeZone: found.timeZone });
  if (companyInvoice === 'receipt-only') return <Small>{t('receipt.company.receiptOnly')}</Small>;
  if (companyInvoice !== 'offered' && companyInvoice !== 'refunded') return null;
  return (
    <>
      {isBuyerMissing && (
        <Note variant="info" icon="info">
          <p>{t('receipt.company.needed')}</p>
        </Note>
      )}
      <OfferLink to={fillPath(PATHS.companyInvoice, { clientId, receipt })}>
        <Icon name="chevron-right" />
        <span>
          {t('receipt.company')}
          <Hidden>, {format.dateTime(found.startedAt)}</Hidden>
        </span>
      </OfferLink>
    </>
  );
}

const OfferLink = styled(AppLink)`
  ${textLink}
`;
