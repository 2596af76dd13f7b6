/** The keys that a TOML text sets, line by line; enough to know what a host has already. Pure. */
interface TomlKey {
  /** `["mcp_servers", "a.b"]` in `[mcp_servers."a.b"]`, and in front of each key below it. */
  readonly path: readonly string[]
  /** What is behind the equals sign; `undefined` for the header of a table. */
  readonly value: string | undefined
}

export function tomlKeys(text: string): readonly TomlKey[] {
  const keys: TomlKey[] = []
  let table: readonly string[] = []
  let quotes: string | undefined
  for (const line of text.split(/\r?\n/)) {
    // Lines inside a string of several lines set nothing.
    if (quotes !== undefined) {
      if (line.includes(quotes)) quotes = undefined
      continue
    }
    const header = /^[ \t]*\[\[?([^\]]*)\]/.exec(line)
    const setting = /^((?:"[^"]*"|'[^']*'|[\w. \t-])+)=[ \t]*(.*)/.exec(line)
    if (header !== null) {
      table = keyParts(header[1] as string)
      keys.push({ path: table, value: undefined })
    } else if (setting !== null) {
      const [, key = '', value = ''] = setting
      keys.push({ path: [...table, ...keyParts(key)], value })
      quotes = ['"""', "'''"].find(mark => value.split(mark).length === 2)
    }
  }
  return keys
}

/** `a."b.c"` → a, b.c */
function keyParts(key: string): readonly string[] {
  return Array.from(key.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g), ([, double, single, bare]) =>
    String(double ?? single ?? bare),
  )
}
