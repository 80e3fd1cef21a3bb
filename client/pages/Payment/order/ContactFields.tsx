import { useTranslation } from 'react-i18next';
import type { ContactRules } from '../../../../shared/forms/contact.ts';
import { nameOrder } from '../../../../shared/model/locales.ts';
import type { FieldErrors } from '../../../../shared/model/problem.ts';
import { ClosePair, Field, Fields } from '../../../components/form/Field.tsx';
import { FieldSection } from '../../../components/layout/Columns.tsx';
import { Fold, Folds } from '../../../components/layout/Folds.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { AddressQuestion } from './AddressQuestion.tsx';
import { useAddressQuestion } from './useAddressQuestion.ts';

const AUTO_COMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;
const EMAIL = { type: 'email', autoComplete: 'email', spellCheck: false, autoCapitalize: 'off' } as const;

interface ContactFieldsProps {
  rules: ContactRules;
  values: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

/** The fields for names and e-mail address. Which of them the form has depends on the brand, see `contactRules`. */
export function ContactFields({ rules, values, errors }: ContactFieldsProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { namesRequired, hasNames, emailRequired, emailRepeated } = rules;
  const labelled = useLabels();
  return (
    <FieldSection aria-label={t('contact.title')}>
      <Fields>
        {hasNames && (
          <ClosePair>
            {nameOrder(locale).map(name => (
              <Field
                key={name}
                name={name}
                {...labelled(`contact.${name}`, namesRequired)}
                defaultValue={values[name]}
                error={errors[name]}
                autoComplete={AUTO_COMPLETE[name]}
              />
            ))}
          </ClosePair>
        )}
        <EmailField
          {...labelled(emailRepeated ? 'contact.email' : 'contact.receiptEmail', emailRequired)}
          values={values}
          errors={errors}
        />
        {emailRepeated && (
          <Field
            name="emailConfirmation"
            {...labelled('contact.emailConfirmation', emailRequired)}
            defaultValue={values.emailConfirmation}
            error={errors.emailConfirmation}
            {...EMAIL}
          />
        )}
      </Fields>
    </FieldSection>
  );
}

/** A folded field for drivers who charge for free and want a proof by e-mail. */
export function ProofByEmail({ values, errors }: Omit<ContactFieldsProps, 'rules'>) {
  const { t } = useTranslation();
  return (
    <Folds>
      <Fold title={t('contact.proof')} value={t('common.optional')} icon="mail" isOpen={Boolean(values.email || errors.email)}>
        <EmailField label={t('contact.email')} required={false} values={values} errors={errors} />
      </Fold>
    </Folds>
  );
}

/** Returns a function for the label of a field. The label of a field that is not required says so. */
function useLabels() {
  const { t } = useTranslation();
  return (key: string, required: boolean) => ({ label: required ? t(key) : `${t(key)} (${t('common.optional')})`, required });
}

/** The e-mail address, with a question about a probable typing error below it. */
function EmailField({
  values,
  errors,
  ...field
}: Pick<ContactFieldsProps, 'values' | 'errors'> & { label: string; required: boolean }) {
  const asking = useAddressQuestion(values);
  return (
    <div>
      <Field name="email" {...field} defaultValue={values.email} error={errors.email} {...EMAIL} onBlur={asking.handleBlur} />
      {asking.requested && <input type="hidden" name="questionedEmail" value={asking.requested} />}
      <div role="status">
        {asking.question && <AddressQuestion meant={asking.question.meant} onAnswer={asking.handleAnswer} />}
      </div>
    </div>
  );
}
