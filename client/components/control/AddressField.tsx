import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { Input } from './Field.styles.ts';

/** A read-only field with a selected address, for manual copying if the browser cannot copy or share it. */
export function AddressField({ address, label }: { address: string; label: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return <Address ref={field} readOnly value={address} aria-label={label} onFocus={event => event.currentTarget.select()} />;
}

const Address = styled(Input)`
  font-size: var(--t-sm);
  text-overflow: ellipsis;
  margin-block: var(--s2);
`;
