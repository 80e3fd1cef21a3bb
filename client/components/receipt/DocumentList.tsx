import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { documentAddress } from '../../core/receiptFiles.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { useReceiptDownloads } from '../../hooks/useReceiptDownloads.ts';
import { TextLink } from '../control/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import { Num } from '../text/Text.tsx';
import { DownloadProblem } from './DownloadProblem.tsx';

/** Lists the documents of a session if it has several, and marks the cancelled ones. `except`: number of one that is left out. */
export function DocumentList({ receipt: shown, except }: { receipt: Receipt; except?: string | undefined }) {
  const { receipt, documents, country, found } = shown;
  const { t } = useTranslation();
  const format = useFormat({ country, timeZone: found.timeZone });
  const { invoice } = useReceiptDownloads(shown);
  const listed = documents.filter(({ number }) => number !== except);
  if (documents.length < 2) return null;
  return (
    <>
      <DownloadProblem problem={invoice.problem} />
      <List aria-label={t('receipt.documents')}>
        {listed.map(({ number, kind, issuedAt, state, isCancelled }) => (
          <li key={number}>
            <TextLink href={documentAddress(receipt, number)} onClick={invoice.handleClick}>
              <Icon name="download" />
              {t(`receipt.document.${kind}`, { number })}
            </TextLink>
            <small>
              <Num>{format.date(issuedAt)}</Num>
              {isCancelled && <b>{t('receipt.document.cancelled')}</b>}
              {state === 'not-yet' && <b>{t('receipt.document.notYet')}</b>}
            </small>
          </li>
        ))}
      </List>
    </>
  );
}

const List = styled.ul`
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 var(--s4);
    border-top: 1px solid var(--line);
  }
  li:last-child {
    border-bottom: 1px solid var(--line);
  }
  a {
    overflow-wrap: anywhere;
  }
  small {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s2);
    margin-left: auto;
    padding-block: var(--s1);
    font-size: var(--t-sm);
    color: var(--ink-2);
  }
`;
