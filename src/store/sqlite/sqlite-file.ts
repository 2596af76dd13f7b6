/** Addresses of stores in a file: `sqlite:store.db`, or the path alone. Loads nothing of SQLite. */

/** The path of the file; `undefined` for addresses of other kinds, such as `postgres://host/database` or `memory:`. */
export function sqliteFile(address: string): string | undefined {
  if (address.startsWith('sqlite:')) return address.slice('sqlite:'.length).replace(/^\/\//, '')
  return address === '' || /^[a-z][a-z0-9+.-]*:(\/\/|$)/i.test(address) ? undefined : address
}
