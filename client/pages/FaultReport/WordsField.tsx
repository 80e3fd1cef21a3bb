import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { MAX_FAULT_WORDS } from '../../../shared/charging/faultReport.ts';
import type { FieldError } from '../../../shared/model/problem.ts';
import { FieldBox, Hint, Input, Label } from '../../components/control/Field.styles.ts';
import { FieldErrorLine } from '../../components/form/Field.tsx';

interface WordsFieldProps {
  value: string | undefined;
  error: FieldError | undefined;
}

/** The field for the driver's own words. */
export function WordsField({ value, error }: WordsFieldProps) {
  const { t } = useTranslation();
  return (
    <FieldBox data-error={error ? '' : undefined}>
      <Label htmlFor="words">{t('fault.words')}</Label>
      <Hint id="words-hint">{t('fault.words.hint')}</Hint>
      <FieldErrorLine name="words" error={error} />
      <Lines
        as="textarea"
        id="words"
        name="words"
        rows={2}
        maxLength={MAX_FAULT_WORDS}
        defaultValue={value}
        aria-describedby={error ? 'words-hint words-error' : 'words-hint'}
        aria-invalid={error ? true : undefined}
      />
    </FieldBox>
  );
}

const Lines = styled(Input)`
  resize: vertical;
`;
