import { useTranslation } from 'react-i18next';
import { Hidden } from '../../../components/text/Text.tsx';
import { TransactionId } from './LocationPlate.tsx';

/** The number of the session beside the title of its details. Screen readers also say what the number is. */
export function SessionNumber({ number }: { number: number }) {
  const { t } = useTranslation();
  return (
    <>
      <Hidden>{t('session.id')}: </Hidden>
      <TransactionId number={number} />
    </>
  );
}
