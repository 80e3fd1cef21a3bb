import { useTranslation } from 'react-i18next';
import { nameOrder } from '../../../../shared/model/locales.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { ClosePair, Field, Fields } from '../../../components/form/Field.tsx';
import { FieldSection } from '../../../components/layout/Columns.tsx';
import { Hidden } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { AddressQuestion } from './AddressQuestion.tsx';
import { useAddressQuestion } from './useAddressQuestion.ts';

const AUTO_COMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;

interface ContactFieldsProps {
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

export function ContactFields({ values, errors }: ContactFieldsProps) {
  const { t } = useTranslation();
  const { client, locale } = useVisit();
  const { namesRequired, emailRequired } = client;
  const asking = useAddressQuestion(values);
  const field = (name: string, isRequired: boolean) => ({
    name,
    label: isRequired ? t(`contact.${name}`) : `${t(`contact.${name}`)} (${t('common.optional')})`,
    required: isRequired,
    defaultValue: values[name],
    error: errors[name],
  });
  const email = { type: 'email', autoComplete: 'email', spellCheck: false, autoCapitalize: 'off' } as const;
  return (
    <FieldSection>
      <Hidden as="legend">{t('contact.title')}</Hidden>
      <Fields>
        <ClosePair>
          {nameOrder(locale).map(name => (
            <Field key={name} {...field(name, namesRequired)} autoComplete={AUTO_COMPLETE[name]} />
          ))}
        </ClosePair>
        <div>
          <Field {...field('email', emailRequired)} {...email} onBlur={asking.handleBlur} />
          {asking.requested && <input type="hidden" name="questionedEmail" value={asking.requested} />}
          <div role="status">
            {asking.question && <AddressQuestion meant={asking.question.meant} onAnswer={asking.handleAnswer} />}
          </div>
        </div>
        <Field {...field('emailConfirmation', emailRequired)} {...email} />
      </Fields>
    </FieldSection>
  );
}
