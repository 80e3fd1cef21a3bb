import { useTranslation } from 'react-i18next';
import type { DemoPoint } from '../../../shared/charging.ts';
import { LinkList } from '../../components/control/LinkList.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { EvseId, Small } from '../../components/text/Text.tsx';

/** The charging points of the demo by brand, each with what will happen there. */
export function DemoPoints({ points }: { points: readonly DemoPoint[] }) {
  const { t } = useTranslation();
  const brands = [...new Set(points.map(({ clientId }) => clientId))];
  return (
    <Stack $gap={5}>
      <Small>{t('demo.text')}</Small>
      {brands.map(brand => (
        <Brand key={brand} points={points.filter(({ clientId }) => clientId === brand)} isAlone={brands.length === 1} />
      ))}
    </Stack>
  );
}

function Brand({ points, isAlone }: { points: readonly DemoPoint[]; isAlone: boolean }) {
  const { t } = useTranslation();
  const links = points.map(({ clientId, evseId, street, city, script }) => ({
    to: `/${clientId}/evse/${evseId}`,
    title: `${street}, ${city}`,
    text: (
      <>
        <EvseId id={evseId} /> · {t(`demo.script.${script}`)}
      </>
    ),
  }));
  return (
    <Stack $gap={2}>
      {!isAlone && <h3>{points[0]?.clientName}</h3>}
      <LinkList links={links} />
    </Stack>
  );
}
