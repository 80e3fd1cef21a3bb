import { useTranslation } from 'react-i18next';
import { TapLink, TapText } from '../../components/control/TapLink.tsx';
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
  return <TapLink to={`/${id}/receipts`} {...useRow()} />;
}

function BrandChoice({ brands }: Pick<HomeData, 'brands'>) {
  const row = useRow();
  return (
    <details>
      <summary>
        <TapText {...row} />
        <Icon name="chevron-down" />
      </summary>
      <ul>
        {brands.map(({ id, name }) => (
          <li key={id}>
            <TapLink to={`/${id}/receipts`} title={name} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function useRow() {
  const { t } = useTranslation();
  return { icon: 'receipt-text', title: t('footer.receipts'), text: t('home.receipts.text') } as const;
}
