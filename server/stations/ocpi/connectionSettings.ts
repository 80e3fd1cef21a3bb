import type { createLocationStore } from './catalogue/locations.ts';
import type { SellingSwitches } from './connections/connections.ts';
import { type Agreement, type Connections, changeConnection, NOTHING_AGREED } from './connections/connections.ts';
import { type ConfirmedParties, confirmedAs, hubOf } from './connections/parties.ts';
import { connect, type RegistrationDependencies } from './connections/registration.ts';
import type { OcpiStore } from './storage/store.ts';

/** What a person confirms of the parties that a peer claims, or takes back. */
export interface ChangePartiesOptions extends ConfirmedParties {
  name: string;
  change: 'confirm' | 'withdraw';
}

export interface PartiesChanged {
  /** Parties that another connection represented until now. */
  moved: readonly { party: string; from: string }[];
}

/** Confirms or withdraws parties of a connection. Null: there is no such connection. A party is taken from the connection that has it. */
async function changeParties(connections: Connections, ask: ChangePartiesOptions): Promise<PartiesChanged | null> {
  const { name, change, hub } = ask;
  const { parties } = change === 'confirm' ? confirmedAs(ask) : ask;
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

/** With the parties that it will represent; whatever else it claims waits. */
export interface ConnectPeerOptions extends ConfirmedParties {
  name: string;
  /** Where the peer tells its versions. */
  versions: string;
  /** That its operator has given us; it works once. */
  token: string;
  switches: Partial<SellingSwitches>;
}

export interface Connected {
  /** False: it was connected before. */
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
  /** Writes the list of exchanges: a command ends before the app would. */
  noteExchanges(): Promise<void>;
}

/** What an operator sets for a connection: that there is one, what of it is sold, what was agreed. */
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
    changeParties: (store: OcpiStore, ask: ChangePartiesOptions) => changeParties(connectionsIn(store), ask),
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
