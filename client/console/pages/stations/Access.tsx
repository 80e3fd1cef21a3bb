import type { StationAccess } from '../../../../shared/console/stations.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import { STATIONS_PATH, stationPath } from '../../parts/stationStyles.ts';

/** Adding a station, step by step. */
export function Steps({ now }: { now: 1 | 2 }) {
  const { say } = useWords();
  return (
    <p className="steps">
      {([1, 2, 3] as const).map(step => {
        const Word = step === now ? 'b' : 'span';
        return <Word key={step}>{say(`stations.add.step${step}`)}</Word>;
      })}
    </p>
  );
}

/** What is typed into a station: the password is on this answer, and nowhere else. */
export function Access({ access: { identity, address, password } }: { access: StationAccess }) {
  const { say } = useWords();
  return (
    <Page>
      <Steps now={2} />
      <h1>{say('stations.access.title')}</h1>
      <section className="will" aria-label={say('stations.access.title')}>
        <dl className="rows">
          <div>
            <dt>{say('stations.access.address')}</dt>
            <dd className="mono">{address}</dd>
          </div>
          <div>
            <dt>{say('stations.access.password')}</dt>
            <dd className="mono">{password}</dd>
          </div>
        </dl>
        <p className="row gap">
          <Icon name="triangle-alert" />
          <span>{say('stations.access.once')}</span>
        </p>
      </section>
      <p className="muted gap">{say('stations.access.next')}</p>
      <See identity={identity} />
    </Page>
  );
}

/** The same form once more: it was done, and the password has been told. */
export function PasswordAlreadyShown({ identity }: { identity: string }) {
  const { say } = useWords();
  return (
    <Page>
      <h1>{say('stations.access.again')}</h1>
      <p className="gap">{say('stations.access.againText')}</p>
      <See identity={identity} />
    </Page>
  );
}

function Page({ children }: { children: React.ReactNode }) {
  const { say } = useWords();
  return (
    <>
      <Crumb to={STATIONS_PATH}>{say('stations.title')}</Crumb>
      <div className="focus">{children}</div>
    </>
  );
}

function See({ identity }: { identity: string }) {
  const { say } = useWords();
  return (
    <div className="acts gap">
      <a className="btn btn--primary" href={stationPath(identity)}>
        {say('stations.access.see')}
      </a>
    </div>
  );
}
