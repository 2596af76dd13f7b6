/** The default path of the store: `FOVEA_STORE`, or else the user's data directory. */
import { posix, win32 } from 'node:path'
import { sqliteFile } from './sqlite/sqlite-file.ts'

export function defaultStorePath(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  if (env['FOVEA_STORE']) return env['FOVEA_STORE']
  const { join } = platform === 'win32' ? win32 : posix
  return join(dataDirectory(env, platform, home), 'fovea', 'store.db')
}

/**
 * The path beside which other files are stored (`hooks.log`): that of the store, or of the default store if its address is not
 * a file.
 */
export function localStorePathOf(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  return sqliteFile(address) ?? defaultStorePath({ ...env, FOVEA_STORE: undefined }, platform, home)
}

function dataDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  home: string,
): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  const xdg = env['XDG_DATA_HOME'] ?? ''
  // The XDG specification requires that relative paths be ignored.
  return posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share')
}
