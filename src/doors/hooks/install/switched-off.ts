/** Says whether the user has turned all hooks of a host off: ours are then installed and never run. */
import { join } from 'node:path'
import type { Node } from 'jsonc-parser'
import type { Host, OffSwitch } from '../hosts/host.ts'
import type { Surroundings } from './configuration.ts'
import { jsonTree, memberOf, memberValue } from './json-edit.ts'
import { tomlKeys } from './toml-keys.ts'

/** `undefined` if the host runs hooks here. */
export function switchedOff(host: Host, { home, project, env, read }: Surroundings): string | undefined {
  for (const directory of [host.userDirectory(home, env), join(project, host.projectDirectory)])
    for (const off of host.offSwitches ?? []) {
      const file = join(directory, off.file)
      if (isSet(off, file, read))
        return `${host.title} runs no hooks here: ${off.path.join('.')} is ${off.value} in ${file}.`
    }
  return undefined
}

function isSet({ path, value }: OffSwitch, file: string, read: Surroundings['read']): boolean {
  try {
    const text = read(file) ?? ''
    if (text.trim() === '') return false
    if (file.endsWith('.toml'))
      return tomlKeys(text).some(key => key.path.join() === path.join() && key.value?.startsWith(`${value}`))
    let node: Node | undefined = jsonTree(text, file)
    for (const key of path) node = memberValue(memberOf(node, key))
    return node?.value === value
  } catch {
    // Whoever reads the hooks in it reports a file that cannot be read.
    return false
  }
}
