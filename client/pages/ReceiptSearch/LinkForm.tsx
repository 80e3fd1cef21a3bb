import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/charging/paths.ts';
import { Button } from '../../components/control/Button.tsx';
import { Field } from '../../components/form/Field.tsx';
import { Fold, Folds } from '../../components/layout/Folds.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';

/** A fold with a form for a session's link, which opens the receipt. The server parses the link. */
export function LinkForm() {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { params, form } = usePage();
  const { clientId = '' } = params;
  return (
    <Folds>
      <Fold title={t('search.link.title')} isOpen={form?.values.link !== undefined}>
        <form method="post" action={pathTo('receipts', { locale, clientId })} noValidate>
          <Stack $gap={4}>
            <Field
              name="link"
              label={t('search.link')}
              hint={t('search.link.hint')}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={form?.values.link}
              error={form?.errors.link}
            />
            <Button type="submit">{t('search.link.submit')}</Button>
          </Stack>
        </form>
      </Fold>
    </Folds>
  );
}
