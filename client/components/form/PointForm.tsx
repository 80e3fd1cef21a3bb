import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../shared/charging/paths.ts';
import { withLocale } from '../../../shared/model/locales.ts';
import type { FieldError } from '../../../shared/model/problem.ts';
import { useVisit } from '../../core/pageData.tsx';
import { Button, type ButtonVariant } from '../control/Button.tsx';
import { Stack } from '../layout/Stack.ts';
import { Num, RichText } from '../text/Text.tsx';
import { Field } from './Field.tsx';

interface PointFormProps {
  value?: string;
  error?: FieldError | undefined;
  variant?: ButtonVariant;
}

/**
 * The form in which a driver types the EVSE ID that is printed on a charging point. Needs the text area `home` (see
 * `Route.strings`).
 */
export function PointForm({ value = '', error, variant = 'primary' }: PointFormProps) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const hint = t('home.evse.hint').replace(EXAMPLE, `<id>${EXAMPLE}</id>`);
  return (
    <form method="get" action={withLocale(locale, PATHS.typedEvse)}>
      <Stack $gap={5}>
        <Field
          name="evse"
          label={t('home.evse.label')}
          hint={<RichText text={hint} tags={{ id: inner => <Num>{inner}</Num> }} />}
          error={error}
          defaultValue={value}
          isPointId
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode="text"
        />
        <Button $variant={variant} type="submit">
          {t('home.evse.submit')}
        </Button>
      </Stack>
    </form>
  );
}
const EXAMPLE = 'DE*ABC*E1234*1';
