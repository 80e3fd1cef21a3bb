import type { PlugKind } from '../../../shared/session.ts';
import type { IconName } from '../../components/Icon.tsx';

/** The face of a plug; a plain plug for those no icon set has. */
export const plugIcon = (kind: PlugKind): IconName => (kind === 'cee' || kind === 'unknown' ? 'plug' : `plug-${kind}`);
