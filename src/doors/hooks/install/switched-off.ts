/** Says whether the user has turned all hooks of a host off: ours are then installed and never run. */
import { join } from 'node:path'
import type { Node } from 'jsonc-parser'
import type { Host } from '../hosts/host.ts'
import type { Surroundings } from './configuration.ts'
import { jsonTree, memberOf, memberValue } from './json-edit.ts'
import { tomlKeys } from './toml-keys.ts'

/** `undefined` if the host runs hooks here. */
export function switchedOff(host: Host, { home, project, env, read }: Surroundings): string | undefined {
  // A setting of the project overrules that of the user.
  const directories = [join(project, host.projectDirectory), host.userDirectory(home, env)]
  for (const { files, path, value } of host.offSwitches ?? [])
    for (const file of directories.flatMap(directory => files.map(name => join(directory, name)))) {
      const set = settingIn(file, path, read)
      if (set === value) return `${host.title} runs no hooks here: ${path.join('.')} is ${value} in ${file}.`
      if (set !== undefined) break
    }
  return undefined
}

function settingIn(file: string, path: readonly string[], read: Surroundings['read']): unknown {
  try {
    const text = read(file) ?? ''
    if (text.trim() === '') return undefined
    if (file.endsWith('.toml')) {
      const set = tomlKeys(text).find(key => key.path.join() === path.join())?.value
      return set === undefined ? undefined : !set.startsWith('false')
    }
    let node: Node | undefined = jsonTree(text, file)
    for (const key of path) node = memberValue(memberOf(node, key))
    return node?.value
  } catch {
    // Whoever reads the hooks in it reports a file that cannot be read.
    return undefined
  }
}
