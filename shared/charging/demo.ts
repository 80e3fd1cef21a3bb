export interface DemoPoint {
  clientId: string;
  clientName: string;
  evseId: string;
  street: string;
  city: string;
  country: string;
  /** The behaviour of the simulated driver and vehicle at this point. */
  script: DemoScript;
}
export const DEMO_SCRIPTS = [
  'plugs-in',
  'connected',
  'never-plugs-in',
  'refuses',
  'pauses',
  'unplugs',
  'late-meter',
  'stop-refused-once',
  'locks',
  'occupied',
  'out-of-order',
  'free',
] as const;
export type DemoScript = (typeof DEMO_SCRIPTS)[number];
