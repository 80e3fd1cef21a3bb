import type { Plugs } from '../chargePoints/plugs.ts';
import type { Registry } from '../chargePoints/registry.ts';
import { isAccepted } from '../protocols/dialect.ts';
import { CallFailed } from '../sockets/calls.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { type Codes, DISPLAYED_S } from './secrets.ts';

interface DisplaysDependencies {
  codes: Codes;
  registry: Registry;
  plugs: Plugs;
  now(): Date;
}

/**
 * Display formats for the address of a QR code, the preferred one first. OCPP 2.0.1 has no QRCODE format, and the station
 * decides how it shows a URI.
 */
const FORMATS = ['QRCODE', 'URI'] as const;
/** The id of a display message is this number plus the number of the EVSE. */
const FIRST_ID = 7000;

interface Shown {
  /** The format in which QR codes are shown. Null: the station shows none. */
  format: (typeof FORMATS)[number] | null;
  span: number;
}

/**
 * Shows QR codes on the displays of stations that generate none themselves. A code is visible while its EVSE is idle, and is
 * replaced when its time span ends.
 */
export function createDisplays({ codes, registry, plugs, now }: DisplaysDependencies) {
  const shown = new WeakMap<StationSocket, Shown>();
  const spanOf = () => Math.floor(now().getTime() / 1000 / DISPLAYED_S);

  const show = async (socket: StationSocket, format: (typeof FORMATS)[number]): Promise<void> => {
    const { stationId } = socket;
    shown.set(socket, { format, span: spanOf() });
    const evses = new Set((await plugs.list(stationId)).flatMap(({ chargePoint }) => chargePoint?.evse ?? []));
    try {
      for (const evse of evses) {
        const content = await codes.displayedCode(stationId, evse);
        const message = { id: FIRST_ID + evse, priority: 'NormalCycle', state: 'Idle', message: { format, content } };
        const answer = await socket.call({ action: 'SetDisplayMessage', message: { message }, urgency: 'show' });
        if (!isAccepted(answer)) shown.set(socket, { format: null, span: 0 });
      }
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.isRefused) shown.set(socket, { format: null, span: 0 });
    }
  };
  const begin = async (socket: StationSocket, formats: readonly string[]): Promise<void> => {
    const format = FORMATS.find(each => formats.includes(each) && (each === 'URI' || socket.protocol === 'ocpp2.1')) ?? null;
    shown.set(socket, { format, span: 0 });
    if (format) await show(socket, format);
  };

  return {
    begin,
    /** Replaces the QR codes whose time span has ended. Does not wait for the stations. */
    async renew(sockets: readonly StationSocket[]): Promise<void> {
      for (const socket of sockets) {
        const known = shown.get(socket);
        if (known?.format && known.span !== spanOf()) void show(socket, known.format).catch(() => undefined);
        // If the station was already running when this process started, it sends no BootNotification, so its display was not set
        // up.
        if (!known && socket.protocol === 'ocpp2.0.1') {
          // The abilities are read once per connection. If the station reports its formats later, the setup calls `begin`.
          shown.set(socket, { format: null, span: 0 });
          const { abilities } = (await registry.find(socket.stationId)) ?? {};
          if (abilities) void begin(socket, abilities.formats).catch(() => undefined);
        }
      }
    },
  };
}

export type Displays = ReturnType<typeof createDisplays>;
