import { useTranslation } from 'react-i18next';
import type { DemoPoint } from '../../../shared/charging/demo.ts';
import { Disclosure } from '../../components/control/Disclosure.tsx';
import { LinkList } from '../../components/control/LinkList.tsx';
import { Stack } from '../../components/layout/Stack.ts';
import { EvseId, Small } from '../../components/text/Text.tsx';
import { useVisit } from '../../core/pageData.tsx';

/** Lists one charging point of the demo for each simulated behaviour. A disclosure contains all points, by brand. */
export function DemoPoints({ points }: { points: readonly DemoPoint[] }) {
  const { t } = useTranslation();
  const brands = [...new Set(points.map(({ clientId }) => clientId))];
  const { client } = useVisit();
  const nearest = ({ script }: DemoPoint) =>
    points.find(point => point.script === script && point.country === client.country) ??
    points.find(point => point.script === script);
  const scenarios = points.filter(point => nearest(point) === point);
  return (
    <Stack $gap={5}>
      <Small>{t('demo.text')}</Small>
      <LinkList
        links={scenarios.map(point => ({
          to: addressOf(point),
          title: t(`demo.script.${point.script}`),
          text: `${point.street}, ${point.city}`,
        }))}
      />
      {points.length > scenarios.length && (
        <Disclosure summary={t('demo.all', { count: points.length })}>
          <Stack $gap={5}>
            {brands.map(brand => (
              <Brand key={brand} points={points.filter(({ clientId }) => clientId === brand)} isAlone={brands.length === 1} />
            ))}
          </Stack>
        </Disclosure>
      )}
    </Stack>
  );
}

const addressOf = ({ clientId, evseId }: DemoPoint): string => `/${clientId}/evse/${evseId}`;

function Brand({ points, isAlone }: { points: readonly DemoPoint[]; isAlone: boolean }) {
  const { t } = useTranslation();
  const links = points.map(point => ({
    to: addressOf(point),
    title: `${point.street}, ${point.city}`,
    text: (
      <>
        <EvseId id={point.evseId} /> · {t(`demo.script.${point.script}`)}
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
