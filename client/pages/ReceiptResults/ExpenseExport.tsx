import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { documentsToExport, sumOfDocuments } from '../../../shared/charging/expenseExport.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { Button, Buttons } from '../../components/control/Button.tsx';
import { Field, FieldErrorLine } from '../../components/form/Field.tsx';
import { Fold, Folds } from '../../components/layout/Folds.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { Icon } from '../../components/text/Icon.tsx';
import { hidden, Small } from '../../components/text/Text.tsx';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { useHydrated } from '../../hooks/useHydrated.ts';
import { SavedCompanyFields } from './SavedCompany.tsx';
import { EXPENSE_FORM_ID } from './usePicks.ts';
import { useSums } from './useSums.ts';

/**
 * The form to which the fields and buttons of the export belong. It is invisible. If the visitor presses Enter in the e-mail
 * field, browsers press its first button, which sends the e-mail. Without it, Enter would start the download.
 */
export function ExpenseExportForm({ receipts }: { receipts: readonly Receipt[] }) {
  const { locale } = useVisit();
  const { params, formToken } = usePage();
  const { clientId = '' } = params;
  const [only, ...others] = receipts;
  if (!only) return null;
  return (
    <form id={EXPENSE_FORM_ID} method="post" action={pathTo('results', { locale, clientId })} noValidate>
      <EnterButton type="submit" name="do" value="send" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="formToken" value={formToken ?? ''} />
      <SavedCompanyFields />
      {others.length === 0 && <input type="hidden" name="pick1" value={only.receipt} />}
    </form>
  );
}

/**
 * A fold with the export of receipts for an expense claim: all documents in one file, a list, or an e-mail to another address. It is
 * open for a visitor who has found several sessions, or has sent its form.
 */
export function ExpenseExport({ receipts, picked }: { receipts: readonly Receipt[]; picked: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const { form } = usePage();
  if (receipts.length === 0) return null;
  return (
    <Folds>
      <Fold title={t('results.account')} icon="receipt-text" isOpen={receipts.length > 1 || form?.values.do !== undefined}>
        <Stack $gap={5}>
          <Files receipts={receipts} picked={picked} />
          <SendOn />
        </Stack>
      </Fold>
    </Folds>
  );
}

function Files({ receipts, picked }: { receipts: readonly Receipt[]; picked: ReadonlySet<string> }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const sums = useSums();
  const { form } = usePage();
  const isChoice = receipts.length > 1 && isHydrated;
  const shown = isChoice ? receipts.filter(({ receipt }) => picked.has(receipt)) : receipts;
  const documents = shown.flatMap(receipt => documentsToExport(receipt.documents));
  const count = documents.length;
  const isSeveral = receipts.flatMap(receipt => documentsToExport(receipt.documents)).length > 1;
  const values = { count, amount: sums(sumOfDocuments(shown)) };
  return (
    <div>
      {count > 0 && <Small>{isChoice ? t('results.chosen', values) : t('results.all', values)}</Small>}
      <FieldErrorLine name="pick1" error={form?.errors.pick1} />
      <FileButtons>
        {isSeveral && (
          <Button form={EXPENSE_FORM_ID} $variant="quiet" type="submit" name="do" value="zip">
            <Icon name="download" />
            <All>{t('results.zip')}</All>
            <Chosen>{t('results.zipChosen')}</Chosen>
          </Button>
        )}
        <Button form={EXPENSE_FORM_ID} $variant="quiet" type="submit" name="do" value="csv">
          <Icon name="download" />
          {t('results.csv')}
        </Button>
      </FileButtons>
    </div>
  );
}

function SendOn() {
  const { t } = useTranslation();
  const headingId = useId();
  const { form } = usePage();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('results.send')}</h2>
      <Row>
        <Field
          form={EXPENSE_FORM_ID}
          name="email"
          type="email"
          label={t('results.send.email')}
          hint={t('results.send.hint')}
          autoComplete="off"
          spellCheck={false}
          defaultValue={form?.values.email}
          error={form?.errors.email}
        />
        <Button form={EXPENSE_FORM_ID} $variant="quiet" type="submit" name="do" value="send">
          <Icon name="send" />
          {t('results.send.button')}
        </Button>
      </Row>
    </section>
  );
}

const FileButtons = styled(Buttons)`
  margin-top: var(--s3);
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: var(--s3);
  > div {
    flex: 1 1 14rem;
  }
  > button {
    flex: none;
    width: auto;
    min-height: max(52px, 3.05rem);
    padding-inline: var(--s5);
  }
  @media (max-width: 34em) {
    > button {
      width: 100%;
    }
  }
`;

const EnterButton = styled.button`
  ${hidden}
`;

/** CSS changes the text of the button when a box is unchecked, which works without JavaScript. */
const someAreNot = css`main:has(input[form='${EXPENSE_FORM_ID}'][type='checkbox']:not(:checked)) &`;
const All = styled.span`
  ${someAreNot} {
    display: none;
  }
`;
const Chosen = styled.span`
  display: none;
  ${someAreNot} {
    display: inline;
  }
`;
