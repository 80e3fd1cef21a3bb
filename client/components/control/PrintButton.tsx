import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { Icon } from '../text/Icon.tsx';
import { Button } from './Button.tsx';

/**
 * The print button below a page. Uses the texts `legal.…`. Without JavaScript there is no button, and the visitor prints with
 * the browser's menu.
 */
export function PrintButton() {
  const { t } = useTranslation();
  if (!useHydrated()) return null;
  return (
    <End>
      <Button $variant="quiet" type="button" onClick={() => window.print()}>
        <Icon name="printer" />
        {t('legal.print')}
      </Button>
    </End>
  );
}

const End = styled.div`
  padding-block: var(--s5);
  @media print {
    display: none;
  }
`;
