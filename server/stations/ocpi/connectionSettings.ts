import type { createLocationStore } from './catalogue/locations.ts';
import type { SellingSwitches } from './connections/connections.ts';
import { type Agreement, type Connections, changeConnection, NOTHING_AGREED } from './connections/connections.ts';
import { type ConfirmedParties, confirmedAs, hubOf } from './connections/parties.ts';
import { connect, type RegistrationDependencies } from './connections/registration.ts';
import type { OcpiStore } from './storage/store.ts';

/** Parties that staff confirm or withdraw for a connection. */
export interface ChangePartiesOptions extends ConfirmedParties {
  name: string;
  change: 'confirm' | 'withdraw';
}

export interface PartiesChanged {
  /** Each party that another connection has represented until now, with the id of that connection. */
  moved: readonly { party: string; from: string }[];
}

/**
 * Confirms or withdraws parties of a connection. If a party is confirmed, it is taken from the direct connection that has
 * represented it so far.
 * @returns null if the connection does not exist
 */
async function changeParties(connections: Connections, request: ChangePartiesOptions): Promise<PartiesChanged | null> {
  const { name, change, hub } = request;
  const { parties } = change === 'confirm' ? confirmedAs(request) : request;
  const all = await connections.list();
  if (!all.some(({ id }) => id === name)) return null;
  const moved: { party: string; from: string }[] = [];
  const isHub = hub !== null || all.some(each => each.id === name && hubOf(each) !== null);
  for (const other of change === 'confirm' && !isHub ? all : []) {
    if (other.id === name || hubOf(other) !== null) continue;
    const transferred = other.confirmed.parties.filter(party => parties.includes(party));
    if (transferred.length === 0) continue;
    moved.push(...transferred.map(party => ({ party, from: other.id })));
    await changeConnection(connections, other.id, ({ confirmed }) => ({
      confirmed: { ...confirmed, parties: confirmed.parties.filter(party => !transferred.includes(party)) },
    }));
  }
  await changeConnection(connections, name, ({ confirmed }) => {
    if (change === 'confirm')
      return { confirmed: { parties: [...new Set([...confirmed.parties, ...parties])], hub: hub ?? confirmed.hub } };
    const left = confirmed.parties.filter(party => !parties.includes(party));
    return { confirmed: { parties: left, hub: confirmed.hub === hub ? null : confirmed.hub } };
  });
  return { moved };
}

/**
 * How to connect to a CPO platform. The connection will represent the confirmed parties. All other parties that the platform
 * claims need a confirmation.
 */
export interface ConnectPeerOptions extends ConfirmedParties {
  name: string;
  /** URL of the CPO platform's versions endpoint. */
  versions: string;
  /** The token that the CPO has issued for the registration. It can be used once. */
  token: string;
  switches: Partial<SellingSwitches>;
}

export interface Connected {
  /** False: the connection was registered before. */
  isNew: boolean;
  version: string | null;
  switches: SellingSwitches;
}

interface SettingsParts {
  connections: Connections;
  registration: RegistrationDependencies;
  locations: Pick<ReturnType<typeof createLocationStore>, 'resales'>;
  switchesOf(id: string): Promise<SellingSwitches>;
  connectionsIn(store: OcpiStore): Connections;
  /** Stores the recorded exchanges immediately, because a command-line process ends before the next regular write. */
  noteExchanges(): Promise<void>;
}

/** Creates the functions by which staff change a connection: registration, settings, confirmed parties and agreements. */
export function connectionSettings(parts: SettingsParts) {
  const { connections, registration, locations, switchesOf, connectionsIn, noteExchanges } = parts;
  const known = async (id: string) => {
    if (!(await connections.get(id))) throw new Error(`Unknown connection ${id}.`);
  };
  const setSwitches = async (id: string, changes: Partial<SellingSwitches>): Promise<SellingSwitches> => {
    await known(id);
    await changeConnection(connections, id, ({ switches }) => ({ switches: { ...switches, ...changes } }));
    await locations.resales.all(id);
    return switchesOf(id);
  };
  return {
    setSwitches,
    changeParties: (store: OcpiStore, request: ChangePartiesOptions) => changeParties(connectionsIn(store), request),
    async connect({ name, versions, token, switches, ...named }: ConnectPeerOptions): Promise<Connected> {
      const connection = await connections.get(name);
      const isConnected = connection?.state === 'active' && connection.versionsUrl === versions;
      const options = { id: name, versionsUrl: versions, token, confirmed: confirmedAs(named) };
      const { version } = isConnected ? connection : await connect(options, registration).finally(noteExchanges);
      return { isNew: !isConnected, version, switches: await setSwitches(name, switches) };
    },
    async setAgreement(id: string, changes: Partial<Agreement>): Promise<Agreement> {
      await known(id);
      const { agreed = NOTHING_AGREED } = await changeConnection(connections, id, ({ agreed: before }) => ({
        agreed: { ...NOTHING_AGREED, ...before, ...changes },
      }));
      return agreed;
    },
  };
}
