import { type ClusterFiles, portOf } from './files.ts';
import { type Program, startProgram } from './programs.ts';

/** Starts HAProxy with the file of `deploy/cluster`, without TLS. SIGUSR2 reloads it, as systemd does. */
export function startHaproxy(files: ClusterFiles, folder: string): Program {
  const file = files.write('haproxy.cfg', 'haproxy.cfg', [
    ['  bind :80\n', ''],
    [/bind :443.*/g, `bind ${files.at('10.0.0.2:443')}`],
    [/.*redirect scheme https.*\n/g, ''],
    ['charge.example', 'localhost'],
    [/ check port 8008/g, ' check'],
    ...(['11', '12'] as const).map(
      end => [`10.0.0.${end}:5432`, `10.0.0.${end}:5432 port ${portOf(files.at(`10.0.0.${end}:8008`))}`] as const,
    ),
  ]);
  return startProgram(['haproxy', '-W', '-db', '-f', file], { folder });
}
