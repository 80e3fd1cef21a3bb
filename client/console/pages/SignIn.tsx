import { Fragment } from 'react';
import { useConsole } from '../core/ConsoleContext.ts';
import { Form } from '../core/Form.tsx';
import { Mark, OtherLanguage } from '../core/Frame.tsx';
import { Icon } from '../core/Icon.tsx';
import { type TextKey, useWords } from '../core/translations.ts';

interface SignInProps {
  /** Path that starts the sign-in at an OpenID Connect provider. Null: no provider is configured. */
  providerPath: string | null;
  /** Path that signs in any visitor of a demo shop. Null: not available. */
  demoPath: string | null;
  /** Why the previous attempt failed. */
  problem: Problem | null;
}

type Problem = 'provider' | 'no-role' | 'too-many';

const PROBLEMS = {
  provider: 'frame.signIn.failed',
  'no-role': 'frame.signIn.noRole',
  'too-many': 'frame.signIn.tooMany',
} as const satisfies Readonly<Record<Problem, TextKey>>;

/** The sign-in page of the console. */
export function SignIn({ providerPath, demoPath, problem }: SignInProps) {
  const { t } = useWords();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.signIn.title')}</h1>
      <p className="muted gap">{t('frame.signIn.lead')}</p>
      {problem && (
        <div className="note note--error">
          <Icon name="circle-alert" />
          <div>
            <b>{t(PROBLEMS[problem])}</b>
          </div>
        </div>
      )}
      {demoPath && (
        <Form action={demoPath} className="gap">
          <button type="submit" className="btn btn--primary">
            {t('frame.signIn.demo')}
          </button>
          <p className="small muted gap">{t('frame.signIn.demoNote')}</p>
        </Form>
      )}
      {providerPath && (
        <p className="gap">
          <a className="btn btn--primary" href={providerPath}>
            <Icon name="key" />
            {t('frame.signIn.provider')}
          </a>
        </p>
      )}
      <p className="small muted">{t('frame.signIn.note')}</p>
      <p className="or">{t('frame.signIn.or')}</p>
      <h2>{t('frame.signIn.linkTitle')}</h2>
      <p className="gap">{t('frame.signIn.linkText')}</p>
      <SignInCommand />
      <p className="gap">
        <OtherLanguage />
      </p>
    </div>
  );
}

const COMMAND = ['npm run operator --', 'sign-in', '--name "…"', '--may act', '--who "…"'];

/** On a narrow screen the command breaks between options, never within one. */
const SignInCommand = () => (
  <code className="code">
    {COMMAND.map((part, place) => (
      <Fragment key={part}>
        {place > 0 && ' '}
        <span className="unbroken">{part}</span>
      </Fragment>
    ))}
  </code>
);

/** The page of a one-time link. Mail scanners open links, so the sign-in needs a press of the button. */
export function OpenLink() {
  const { t } = useWords();
  const { address } = useConsole();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.link.title')}</h1>
      <p className="muted gap">{t('frame.link.lead')}</p>
      <Form action={address}>
        <button type="submit" className="btn btn--primary">
          {t('frame.link.button')}
        </button>
      </Form>
      <p className="gap">
        <OtherLanguage />
      </p>
    </div>
  );
}

/** Shown for a link that was used, has expired or never existed. The page does not reveal which. */
export function LinkUsed() {
  const { t } = useWords();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.link.used')}</h1>
      <p className="muted gap">{t('frame.link.usedText')}</p>
      <SignInCommand />
      <p className="gap">
        <a href="/operator/sign-in">{t('frame.signIn.title')}</a>
      </p>
    </div>
  );
}

/**
 * The page after a sign-in. Browsers send the sign-in cookie only with requests from pages of the console, so this page leads to
 * the first one.
 */
export function SignedIn() {
  const { t } = useWords();
  return (
    <div className="gate">
      <Mark />
      <h1>{t('frame.welcome.title')}</h1>
      <p className="gap">
        <a className="btn btn--primary" href="/operator">
          {t('frame.signedIn.go')}
        </a>
      </p>
    </div>
  );
}
