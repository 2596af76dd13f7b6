/** Whether a call only reads: it changes nothing, and means nothing without its result. */
import { wordSet } from '../vocabulary/word-set.ts'
import { commandOf } from './call-command.ts'
import { type NamedCall, rememberedCall } from './remembered-call.ts'
import { shellCommands } from './shell/shell-commands.ts'
import { shellIntents } from './shell/shell-intents.ts'
import { toolIntents } from './tool-intents.ts'

const readingIntents: ReadonlySet<string> = new Set(['read', 'list', 'search', 'fetch'])

/** Commands in addition to those that are known by the files they read. */
const readingPrograms = wordSet(
  'cd echo pwd which type command wc sort uniq cut tr xargs date env printf true sleep test stat file du df ps lsof',
)
/** They read what is piped into them. */
const filters = wordSet('head tail grep egrep rg sed awk jq less nl cat column')
const readingGitVerbs = wordSet(
  'status log diff show branch blame remote rev-parse ls-files ls-tree describe reflog config fetch merge-base shortlog',
)

/** `Test-Path`, `Select-Object`; in small letters a project may have such a script: `format-code`. */
const readingCmdlet =
  /^(?:Get|Test|Select|Where|Measure|Format|Sort|Group|Compare|Resolve|Write)-[A-Z][A-Za-z]{1,40}$|^(?:Set|Push|Pop)-Location$/

export const isReadOnly: (call: NamedCall) => boolean = rememberedCall(onlyReads, 'only reads')

function onlyReads(call: NamedCall): boolean {
  const command = commandOf(call)
  if (command === undefined) {
    const intents = toolIntents(call)
    return intents.length > 0 && intents.every(({ type }) => readingIntents.has(type))
  }
  return shellCommands(command).every(one => {
    const intents = shellIntents(one)
    if (intents.length > 0) return intents.every(({ type }) => readingIntents.has(type))
    const [name = '', verb = ''] = one.words.map(({ text }) => text)
    return (
      readingPrograms.has(name) ||
      readingCmdlet.test(name) ||
      (name === 'git' && readingGitVerbs.has(verb)) ||
      (one.joint === '|' && filters.has(name))
    )
  })
}
