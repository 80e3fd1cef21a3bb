import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useWayBack } from './addresses.ts';

export function BackLink() {
  const { t } = useTranslation();
  return (
    <TextLink href={useWayBack()}>
      <Icon name="arrow-left" />
      {t('common.back')}
    </TextLink>
  );
}
