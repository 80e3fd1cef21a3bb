import { useTranslation } from 'react-i18next';
import { TextLink } from '../../components/control/Button.tsx';
import { Icon } from '../../components/text/Icon.tsx';
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
