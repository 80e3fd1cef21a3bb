import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/control/AppLink.tsx';
import { TextLink } from '../../components/control/Button.tsx';
import { Icon } from '../../components/text/Icon.tsx';
import { useBackPath } from './addresses.ts';

export function BackLink() {
  const { t } = useTranslation();
  return (
    <TextLink as={AppLink} to={useBackPath()}>
      <Icon name="arrow-left" />
      {t('common.back')}
    </TextLink>
  );
}
