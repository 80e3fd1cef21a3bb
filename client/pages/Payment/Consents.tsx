import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../shared/paths.ts';
import type { FieldErrors } from '../../../shared/problem.ts';
import { CheckField } from '../../components/CheckField.tsx';
import { FieldSection } from '../../components/Columns.tsx';
import { Stack } from '../../components/Stack.ts';
import { Hidden, RichText } from '../../components/Text.tsx';
import { useVisit } from '../../pageData.tsx';

interface ConsentsProps {
  clientId: string;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

/** Two sentences to agree to. Their texts open beside the form, so that nothing typed is lost. */
export function Consents({ clientId, values, errors }: ConsentsProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const legal = (page: 'terms' | 'privacy') => (words: string) => (
    <a href={pathTo(page, { locale, clientId })} target="_blank" rel="noopener">
      {words}
      <Hidden> {t('common.opensNewTab')}</Hidden>
    </a>
  );
  return (
    <FieldSection>
      <legend>{t('contact.confirm')}</legend>
      <Stack $gap={2}>
        <CheckField name="acceptTerms" error={errors.acceptTerms} defaultChecked={values.acceptTerms !== undefined}>
          <RichText text={t('contact.acceptTerms')} tags={{ terms: legal('terms') }} />
        </CheckField>
        <CheckField name="acceptPrivacy" error={errors.acceptPrivacy} defaultChecked={values.acceptPrivacy !== undefined}>
          <RichText text={t('contact.acceptPrivacy')} tags={{ privacy: legal('privacy') }} />
        </CheckField>
      </Stack>
    </FieldSection>
  );
}
