import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextButton } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useHydrated } from '../../useHydrated.ts';

/** Puts the page's address where it can be pasted. Only with JavaScript, and only where the browser lets it. */
export function CopyLink({ say }: { say(text: string): void }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const [isCopied, setIsCopied] = useState(false);
  if (!isHydrated || !navigator.clipboard) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href);
    setIsCopied(true);
    say(t('toast.linkCopied'));
  };
  return (
    <TextButton type="button" onClick={() => void copy().catch(() => setIsCopied(false))}>
      <Icon name={isCopied ? 'check' : 'copy'} />
      {t(isCopied ? 'toast.linkCopied' : 'session.copyLink')}
    </TextButton>
  );
}
