import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUrgent, type ShownToast, type ToastVariant } from '../../hooks/useToasts.ts';
import { IconButton } from '../control/IconButton.ts';
import { Icon, type IconName } from '../text/Icon.tsx';
import { Hidden } from '../text/Text.tsx';
import * as S from './ToastRack.styles.ts';

/** Display time of a toast, sufficient to read two lines. It restarts when the pointer or the focus leaves the toast. */
const SHOWN_MS = 8000;

const ICONS: Readonly<Record<ToastVariant, IconName>> = {
  error: 'circle-x',
  success: 'circle-check',
  warning: 'triangle-alert',
  info: 'info',
};

interface ToastRackProps {
  toasts: readonly ShownToast[];
  onClose(id: string): void;
}

/**
 * Renders two live regions. They are empty in the first HTML, because screen readers announce only content that is added to an
 * existing region.
 */
export function ToastRack({ toasts, onClose }: ToastRackProps) {
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const before = useRef<HTMLElement | null>(null);
  const isHeld = isPointed || isFocused;

  const handleFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    setIsFocused(true);
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const handleClose = (id: string) => {
    onClose(id);
    setIsFocused(false);
    setIsPointed(false);
    // When a toast is closed, the focus returns to the element that had it before the toast.
    (before.current ?? document.getElementById('main'))?.focus({ preventScroll: true });
  };
  const cards = (areUrgent: boolean) =>
    toasts
      .filter(toast => isUrgent(toast) === areUrgent)
      .map(toast => <Card key={toast.id} toast={toast} isHeld={isHeld} onClose={handleClose} onLeave={onClose} />);
  return (
    <S.Rack
      onPointerEnter={() => setIsPointed(true)}
      onPointerLeave={() => setIsPointed(false)}
      onFocus={handleFocus}
      onBlur={() => setIsFocused(false)}
    >
      <div role="status" aria-atomic="false">
        {cards(false)}
      </div>
      <div role="alert" aria-atomic="false">
        {cards(true)}
      </div>
    </S.Rack>
  );
}

interface CardProps {
  toast: ShownToast;
  isHeld: boolean;
  onClose(id: string): void;
  onLeave(id: string): void;
}

function Card({ toast, isHeld, onClose, onLeave }: CardProps) {
  const { t } = useTranslation();
  const { id, variant, headline, description, isLeaving } = toast;
  const mayLeave = !isUrgent(toast) && !isHeld && !isLeaving;
  useEffect(() => {
    if (!mayLeave) return;
    const timer = setTimeout(() => onLeave(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [mayLeave, id, onLeave]);
  return (
    <S.Card data-variant={variant} data-leaving={isLeaving ? '' : undefined}>
      <Icon name={ICONS[variant]} />
      <div>
        <b>
          <Hidden>{t(`toast.${variant}`)}: </Hidden>
          {headline}
        </b>
        {description}
      </div>
      <IconButton type="button" onClick={() => onClose(id)}>
        <Icon name="x" />
        <Hidden>{t('toast.close')}</Hidden>
      </IconButton>
    </S.Card>
  );
}
