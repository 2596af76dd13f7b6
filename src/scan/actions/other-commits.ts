/** Commands of other programs than git that commit what was edited, or need that it is committed. */
import type { ShellCommand } from './shell/shell-commands.ts'

const verbs: Readonly<Record<string, RegExp>> = {
  jj: /^(?:commit|ci|describe|desc|new|squash|split|git push)\b/,
  hg: /^(?:commit|ci|amend|push)\b/,
  sl: /^(?:commit|ci|amend|push|submit|pr submit)\b/,
  svn: /^(?:commit|ci)\b/,
  gt: /^(?:create|c|modify|m|submit|s|ss)\b/,
  gh: /^pr (?:create|merge)\b/,
  glab: /^mr (?:create|merge)\b/,
}

/** Every name of such a program. */
export const otherCommitters: RegExp = new RegExp(String.raw`\b(?:${Object.keys(verbs).join('|')})\b`)

export function mayCommit({ words }: ShellCommand): boolean {
  const [name = '', ...rest] = words.map(({ text }) => text)
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  return verb?.test(rest.filter(word => !word.startsWith('-')).join(' ')) === true
}
