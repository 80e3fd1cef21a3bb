import { createContext, use } from 'react';
import type { Supplier } from '../../../shared/console/supplier.ts';
import { addressOf } from '../core/addressOf.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import type { Column } from './Board.tsx';

/** The brands of the page, whose names `SupplierName` shows. */
export const SupplierNames = createContext<readonly Supplier[]>([]);

/** Returns a function that finds the name of a brand. A brand that is no longer known is named by its id. */
export function useSupplierNames(): (id: string) => string {
  const suppliers = use(SupplierNames);
  return wanted => suppliers.find(({ id }) => id === wanted)?.name ?? wanted;
}

/** The name of a brand. */
export const SupplierName = ({ id }: { id: string }) => useSupplierNames()(id);

/** The column of the brand in tables of several brands. On phones, the brand is under the first column. */
export const SUPPLIER_COLUMN: Column<{ supplier: string }> = {
  text: 'books.supplier',
  className: 'hide-s',
  isUnder: () => true,
  cell: ({ supplier }) => <SupplierName id={supplier} />,
};

interface SuppliersProps {
  /** Path of the page without the brand. */
  address: string;
  suppliers: readonly Supplier[];
  /** Id of the brand that the page is about. Null: all brands. */
  shown: string | null;
}

/** Links to the same page for each brand. Renders nothing if there is only one. */
export function Suppliers({ address, suppliers, shown }: SuppliersProps) {
  const { t } = useWords();
  if (suppliers.length < 2) return null;
  return (
    <nav className="filters" aria-label={t('books.supplier')}>
      {[{ id: null, name: t('books.supplier.all') }, ...suppliers].map(({ id, name }) => (
        <a key={id ?? ''} href={addressOf(address, { supplier: id })} aria-current={id === shown ? 'page' : undefined}>
          {id === shown && <Icon name="check" />}
          {name}
        </a>
      ))}
    </nav>
  );
}
