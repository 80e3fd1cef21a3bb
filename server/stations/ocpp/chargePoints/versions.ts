/**
 * The supported versions as WebSocket subprotocols, the preferred one first. The first of them that a station offers is used
 * (upgradeGuard.ts).
 */
export const PROTOCOLS = ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const isProtocol = (name: string | undefined): name is Protocol => PROTOCOLS.some(known => known === name);
