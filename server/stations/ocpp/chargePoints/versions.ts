/** The versions spoken here by their WebSocket subprotocols; the library takes the first of these that a station offers. */
export const PROTOCOLS = ['ocpp2.1', 'ocpp2.0.1', 'ocpp1.6'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const isProtocol = (name: string | undefined): name is Protocol => PROTOCOLS.some(known => known === name);
