import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { FieldError, FieldErrors } from '../../../shared/model/problem.ts';
import { Icon } from '../text/Icon.tsx';

interface ErrorSummaryProps {
  errors: FieldErrors;
  title?: string;
  /** Text of a problem that concerns no single field. */
  text?: string;
}

/** Lists all errors of a form at the top of the page and takes the focus. The texts are short forms of those beside the fields. */
export function ErrorSummary({ errors, title, text }: ErrorSummaryProps) {
  const { t } = useTranslation();
  const short = ({ key, values }: FieldError): string => {
    const shortKey = `${key}.short`;
    const words = t(shortKey, { ...values });
    // A text that is short enough has no short form.
    return words === shortKey ? t(key, { ...values }) : words;
  };
  const box = useRef<HTMLDivElement>(null);
  // The summary takes the focus again only if this content has changed.
  const content = JSON.stringify([errors, text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides, not the objects it is in
  useEffect(() => {
    box.current?.focus();
  }, [content]);
  return (
    <Box ref={box} role="group" tabIndex={-1} aria-labelledby="errors-title">
      <div role="alert">
        <h2 id="errors-title">
          <Icon name="circle-alert" />
          {title ?? t('errorSummary.title')}
        </h2>
        {text && <p>{text}</p>}
        <ul>
          {Object.entries(errors).map(([name, error]) => (
            <li key={name}>
              <a href={`#${name}`}>{short(error)}</a>
            </li>
          ))}
        </ul>
      </div>
    </Box>
  );
}

const Box = styled.div`
  border: 2px solid var(--error);
  border-radius: var(--radius);
  padding: var(--s2) var(--s3);
  h2 {
    display: flex;
    gap: var(--s2);
    align-items: center;
    font-size: 1rem;
    line-height: 1.25;
  }
  h2 svg {
    color: var(--error);
  }
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s3);
  }
  a {
    display: block;
    padding-block: 0.2rem;
    color: var(--error);
    font-size: var(--t-sm);
    font-weight: 600;
  }
`;
