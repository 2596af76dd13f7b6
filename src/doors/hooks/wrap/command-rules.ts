/** Permission rules about commands: they match the command itself, not a wrapped one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../../formats/raw-value.ts'

/** A file that cannot be read counts as denying. */
export function deniesCommands(path: string): boolean {
  const text = textOf(path)
  if (text === undefined) return false
  try {
    const settings: unknown = JSON.parse(text)
    const permissions = isRecord(settings) && isRecord(settings['permissions']) ? settings['permissions'] : {}
    return [permissions['deny'], permissions['ask']].some(
      rules =>
        Array.isArray(rules) && rules.some(rule => typeof rule !== 'string' || /^(?:Bash|\*)/.test(rule)),
    )
  } catch {
    return /"(?:deny|ask)"/.test(text)
  }
}

/** `prefix_rule(pattern = ["rm"], decision = "forbidden")` */
export function forbidsCommands(directory: string): boolean {
  try {
    return readdirSync(directory)
      .filter(name => name.endsWith('.rules'))
      .some(name => /forbidden|prompt/.test(textOf(join(directory, name)) ?? 'forbidden'))
  } catch {
    return false
  }
}

/** `undefined` if there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '"deny"'
  }
}
