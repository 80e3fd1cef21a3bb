import { useTranslation } from 'react-i18next';
import type { FieldErrors } from '../../../shared/problem.ts';
import { FieldSection } from '../../components/Columns.tsx';
import { Hint } from '../../components/Field.styles.ts';
import { Field, FieldPair, Fields } from '../../components/Field.tsx';
import { useVisit } from '../../pageData.tsx';

interface ContactFieldsProps {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

export function ContactFields({ values, errors }: ContactFieldsProps) {
  const { t } = useTranslation();
  const { namesRequired, emailRequired } = useVisit().client;
  const field = (name: string, isRequired: boolean) => ({
    name,
    label: isRequired ? t(`contact.${name}`) : `${t(`contact.${name}`)} (${t('common.optional')})`,
    required: isRequired,
    defaultValue: values[name],
    error: errors[name],
  });
  const email = { type: 'email', autoComplete: 'email', spellCheck: false, autoCapitalize: 'off' } as const;
  return (
    <FieldSection aria-describedby="contact-hint">
      <legend>{t('contact.title')}</legend>
      <Hint id="contact-hint">{t('contact.why')}</Hint>
      <Fields>
        <FieldPair>
          <Field {...field('firstName', namesRequired)} autoComplete="given-name" />
          <Field {...field('lastName', namesRequired)} autoComplete="family-name" />
        </FieldPair>
        <Field {...field('email', emailRequired)} {...email} />
        <Field {...field('emailConfirmation', emailRequired)} {...email} />
      </Fields>
    </FieldSection>
  );
}
