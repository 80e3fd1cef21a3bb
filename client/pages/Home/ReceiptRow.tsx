import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TapRows } from '../../components/control/TapRows.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { useVisit } from '../../core/pageData.tsx';
import type { HomeData } from './load.ts';

/** A row that leads to the brand's receipt search. On the neutral start page the row unfolds the brands. */
export function ReceiptRow({ brands }: Pick<HomeData, 'brands'>) {
  const { client } = useVisit();
  const isNeutral = client.id === 'house';
  if (isNeutral && brands.length === 0) return null;
  return (
    <TapRows>
      <li>{isNeutral ? <BrandChoice brands={brands} /> : <BrandLink id={client.id} />}</li>
    </TapRows>
  );
}

function BrandLink({ id }: { id: string }) {
  return (
    <AppLink to={`/${id}/receipts`}>
      <RowText />
      <Icon name="chevron-right" />
    </AppLink>
  );
}

function BrandChoice({ brands }: Pick<HomeData, 'brands'>) {
  return (
    <details>
      <summary>
        <RowText />
        <Icon name="chevron-down" />
      </summary>
      <ul>
        {brands.map(({ id, name }) => (
          <li key={id}>
            <AppLink to={`/${id}/receipts`}>
              <b>{name}</b>
              <Icon name="chevron-right" />
            </AppLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

function RowText() {
  const { t } = useTranslation();
  return (
    <>
      <Icon name="receipt-text" />
      <span>
        <b>{t('footer.receipts')}</b>
        <small>{t('home.receipts.text')}</small>
      </span>
    </>
  );
}
