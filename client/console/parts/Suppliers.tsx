import { addressOf } from '../core/addressOf.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

interface SuppliersProps {
  /** Path of the page without the brand. */
  address: string;
  suppliers: readonly string[];
  /** The brand that the page is about. Null: all brands. */
  shown: string | null;
}

/** Links to the same page for each brand. Renders nothing if there is only one. */
export function Suppliers({ address, suppliers, shown }: SuppliersProps) {
  const { t } = useWords();
  if (suppliers.length < 2) return null;
  return (
    <nav className="filters" aria-label={t('books.supplier')}>
      {[null, ...suppliers].map(id => (
        <a key={id ?? ''} href={addressOf(address, { supplier: id })} aria-current={id === shown ? 'page' : undefined}>
          {id === shown && <Icon name="check" />}
          {id ?? t('books.supplier.all')}
        </a>
      ))}
    </nav>
  );
}
