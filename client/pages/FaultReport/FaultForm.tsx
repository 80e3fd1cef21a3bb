import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Plug } from '../../../shared/charging/charging.ts';
import { PHOTO_TYPES } from '../../../shared/charging/faultReport.ts';
import { pathTo } from '../../../shared/charging/paths.ts';
import { Button } from '../../components/control/Button.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Field, SelectField } from '../../components/form/Field.tsx';
import { Fold, Folds } from '../../components/layout/Folds.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { fetchFormToken } from '../../core/charging.ts';
import { usePage, useVisit } from '../../core/pageData.tsx';
import { KindChoice } from './KindChoice.tsx';
import type { FaultReportData } from './load.ts';
import { WordsField } from './WordsField.tsx';

/**
 * The form of a fault report. The photo is the last field, so that the server has read all others if the photo is refused. The
 * browser posts the form as a whole, with and without JavaScript.
 */
export function FaultForm({ data: { point, plug } }: { data: FaultReportData }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { form } = usePage();
  const formToken = useFormToken();
  const { clientId, evseId, plugs, helpPhone } = point;
  const values = form?.values ?? {};
  const errors = form?.errors ?? {};
  const isPhotoLost = values.hadPhoto !== undefined && !errors.photo;
  const isMoreOpen = isPhotoLost || Boolean(errors.photo || errors.email || values.email);
  const which = plugs.length > 1 && <PlugField plugs={plugs} chosen={plug?.id} />;
  return (
    <form method="post" encType="multipart/form-data" action={pathTo('faultReport', { locale, clientId, evseId })} noValidate>
      <Fields $gap={4}>
        {form?.problem && (
          <Note variant="warning" icon="triangle-alert" role="alert">
            <p>{t(form.problem === 'link-expired' ? 'fault.expired' : 'fault.tooMany')}</p>
          </Note>
        )}
        <input type="hidden" name="formToken" value={formToken} />
        <KindChoice chosen={values.kind} error={errors.kind} phone={helpPhone} />
        {!plug && which}
        <WordsField value={values.words} error={errors.words} />
        <Folds>
          <Fold title={t('fault.more')} isOpen={isMoreOpen}>
            <Stack $gap={4}>
              {plug && which}
              <Field
                name="email"
                label={t('fault.email')}
                hint={t('fault.privacy')}
                type="email"
                autoComplete="email"
                spellCheck={false}
                defaultValue={values.email}
                error={errors.email}
              />
              <Field
                name="photo"
                label={t('fault.photo')}
                hint={isPhotoLost ? <b>{t('fault.photo.again')}</b> : t('fault.photo.hint')}
                type="file"
                accept={PHOTO_TYPES.join()}
                error={errors.photo}
              />
            </Stack>
          </Fold>
        </Folds>
        <Button $variant="primary" type="submit">
          {t('fault.send')}
        </Button>
      </Fields>
    </form>
  );
}

function PlugField({ plugs, chosen = '' }: { plugs: readonly Plug[]; chosen: string | undefined }) {
  const { t } = useTranslation();
  return (
    <SelectField
      name="plug"
      label={t('fault.which')}
      defaultValue={chosen}
      options={[
        { value: '', label: t('fault.which.point') },
        ...plugs.map(({ id, number, kind }) => ({
          value: id,
          label: `${t('plug.number', { number })}, ${t(`plug.type.${kind}`)}`,
        })),
      ]}
    />
  );
}

/** Returns the token of the form. A page that was opened within the app contains none, so the browser fetches one. */
function useFormToken(): string {
  const { formToken } = usePage();
  const [fetched, setFetched] = useState('');
  useEffect(() => {
    if (formToken === null) fetchFormToken().then(setFetched, () => undefined);
  }, [formToken]);
  return formToken ?? fetched;
}

/** The button of the file field has the height of a touch target. */
const Fields = styled(Stack)`
  input[type='file'] {
    padding: 0.3rem;
    font-size: 1rem;
  }
  ::file-selector-button {
    min-height: 44px;
    margin-right: var(--s3);
    padding: 0.3rem 0.85rem;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
    color: var(--ink);
    font: 600 1rem / 1.2 var(--font);
    cursor: pointer;
  }
`;
