import type { PlugKind } from '../../../../shared/charging/session.ts';
import type { IconName } from '../../../components/text/Icon.tsx';

export const PLUG_ICONS: Readonly<Record<PlugKind, IconName>> = {
  type2: 'plug-type2',
  type1: 'plug-type1',
  ccs2: 'plug-ccs2',
  ccs1: 'plug-ccs1',
  chademo: 'plug-chademo',
  schuko: 'plug-schuko',
  domestic: 'plug-domestic',
  cee: 'plug-domestic',
  tesla: 'plug-tesla',
  unknown: 'plug',
};

/**
 * Letters of EN 17186, which are printed beside the plug and at the vehicle's inlet. CCS 2 has two letters, which differ in
 * voltage.
 */
export const PLUG_IDENTIFIERS: Partial<Record<PlugKind, readonly string[]>> = { type2: ['C'], ccs2: ['K', 'L'] };
