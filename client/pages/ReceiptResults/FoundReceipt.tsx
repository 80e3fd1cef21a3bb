import { useTranslation } from 'react-i18next';
import { canExport } from '../../../shared/charging/expenseExport.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Checkbox } from '../../components/form/CheckField.tsx';
import { CompanyOffer } from '../../components/receipt/CompanyOffer.tsx';
import { InvoiceNotYet } from '../../components/receipt/InvoiceNotYet.tsx';
import { RefundLine } from '../../components/receipt/RefundLine.tsx';
import { Hidden } from '../../components/text/Text.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { FirstDocument, MoreDocuments } from './FoundDocuments.tsx';
import * as S from './FoundReceipt.styles.ts';
import { SavedCompanyOffer, useSavedCompany } from './SavedCompany.tsx';
import { sessionTime } from './sessionTime.ts';
import { EXPENSE_FORM_ID } from './usePicks.ts';

interface FoundReceiptProps {
  receipt: Receipt;
  isFirst: boolean;
  /** Checkbox that selects the session for the export. Null: the list has only one session. */
  pick: { name: string; isPicked: boolean; onChange(): void } | null;
}

/** A session in the list, with time, amount, location and documents, the valid document first. It shows no personal data. */
export function FoundReceipt({ receipt, isFirst, pick }: FoundReceiptProps) {
  const { found, country } = receipt;
  const format = useFormat({ country, timeZone: found.timeZone });
  const when = sessionTime(found, format);
  const day = format.date(found.startedAt);
  const times = when.slice(day.length);
  const company = useSavedCompany();
  const heading = (
    <span>
      {day}
      <Hidden>{times}</Hidden>
    </span>
  );
  return (
    <S.Item>
      <S.Top>
        <h2>
          {pick && canExport(receipt) ? (
            <S.Pick>
              <Checkbox
                form={EXPENSE_FORM_ID}
                type="checkbox"
                id={pick.name}
                name={pick.name}
                value={receipt.receipt}
                defaultChecked={pick.isPicked}
                onChange={pick.onChange}
              />
              {heading}
            </S.Pick>
          ) : (
            heading
          )}
        </h2>
        <S.Price>{format.money(found.price.amountMinor, found.price.currency)}</S.Price>
      </S.Top>
      <RefundLine receipt={receipt} />
      <ReceiptFacts receipt={receipt} times={times.replace(/^[,\s]+/, '')} />
      <InvoiceNotYet receipt={receipt} />
      <S.OnScreen>
        <FirstDocument receipt={receipt} isFirst={isFirst} />
        {company ? <SavedCompanyOffer receipt={receipt} /> : receipt.isBuyerMissing && <CompanyOffer receipt={receipt} />}
        <MoreDocuments receipt={receipt} />
      </S.OnScreen>
    </S.Item>
  );
}

function ReceiptFacts({ receipt: { found, plug, country }, times }: { receipt: Receipt; times: string }) {
  const { t } = useTranslation();
  const format = useFormat({ country, timeZone: found.timeZone });
  const city = [found.postalCode, found.city].filter(Boolean).join(' ');
  const energy = found.energyWh === null ? '' : format.energy(found.energyWh, 3);
  const facts = [times, plug ? t(`plug.type.${plug.kind}`) : '', energy].filter(Boolean);
  return (
    <S.ReceiptDetails>
      <span>{[found.street, city].filter(Boolean).join(', ')}</span>
      <span>{facts.join(', ')}</span>
    </S.ReceiptDetails>
  );
}
