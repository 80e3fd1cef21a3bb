import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { Icon } from '../text/Icon.tsx';
import { Button } from './Button.tsx';

/**
 * A button that prints the page. Without JavaScript it is absent, and the visitor prints with the browser's menu. Needs the text
 * area `legal` (see `Route.strings`).
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
