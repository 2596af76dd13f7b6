/** Whether somebody has ruled on commands: the rules know the command that they name, not ours around it. */
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isRecord } from '../../../formats/raw-value.ts'
import type { HostName } from '../contracts/contract.ts'

type Environment = Readonly<Record<string, string | undefined>>

export function hasCommandRules(
  host: HostName,
  directory: string | undefined,
  env: Environment = process.env,
): boolean {
  const home = env['HOME'] ?? homedir()
  const here = env['CLAUDE_PROJECT_DIR'] ?? directory
  if (host === 'claude-code')
    return [
      join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json'),
      ...(here === undefined
        ? []
        : [join(here, '.claude/settings.json'), join(here, '.claude/settings.local.json')]),
      '/etc/claude-code/managed-settings.json',
      '/Library/Application Support/ClaudeCode/managed-settings.json',
    ].some(deniesCommands)
  if (host === 'codex')
    return [
      join(env['CODEX_HOME'] ?? join(home, '.codex'), 'rules'),
      ...(directory === undefined ? [] : [join(directory, '.codex/rules')]),
      '/etc/codex/rules',
    ].some(forbidsCommands)
  return false
}

/** A file that cannot be read may say anything. */
function deniesCommands(path: string): boolean {
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
function forbidsCommands(directory: string): boolean {
  try {
    return readdirSync(directory)
      .filter(name => name.endsWith('.rules'))
      .some(name => /forbidden|prompt/.test(textOf(join(directory, name)) ?? 'forbidden'))
  } catch {
    return false
  }
}

/** `undefined` where there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : '"deny"'
  }
}
