/** The keys that a TOML text sets, line by line; enough to know what a host has already. Pure. */
interface TomlKey {
  /** `["mcp_servers", "a.b"]` in `[mcp_servers."a.b"]`, and in front of each key below it. */
  readonly path: readonly string[]
  /** What is behind the equals sign; `undefined` for the header of a table. */
  readonly value: string | undefined
}

/** `a."b.c" = value` */
const setting = /^((?:"[^"]*"|'[^']*'|[\w. \t-])+)=[ \t]*(.*)/

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
    const set = setting.exec(line)
    if (header !== null) {
      table = keyParts(header[1] as string)
      keys.push({ path: table, value: undefined })
    } else if (set !== null) {
      const [, key = '', value = ''] = set
      const path = [...table, ...keyParts(key)]
      keys.push({ path, value })
      for (const key of inlineKeys(path, value)) keys.push(key)
      quotes = ['"""', "'''"].find(mark => value.split(mark).length === 2)
    }
  }
  return keys
}

/** `{ hooks = false, note = "a, b" }`; tables inside it are not read. */
function inlineKeys(path: readonly string[], value: string): readonly TomlKey[] {
  if (!value.startsWith('{') || value.lastIndexOf('{') > 0) return []
  const pairs = value.slice(1).match(/(?:"[^"]*"|'[^']*'|[^,"'])+/g) ?? []
  return pairs.flatMap(pair => {
    const [, key, set] = setting.exec(pair) ?? []
    return key === undefined ? [] : [{ path: [...path, ...keyParts(key)], value: set }]
  })
}

/** `a."b.c"` → a, b.c */
function keyParts(key: string): readonly string[] {
  return Array.from(key.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g), ([, double, single, bare]) =>
    String(double ?? single ?? bare),
  )
}
