/** Whether a command may be wrapped: not if that could change what it does, or who is asked about it. */
import { resolve } from 'node:path'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { shellTokens } from '../../../scan/actions/shell/shell-tokens.ts'
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { isOwnCall } from '../fovea-command.ts'
import type { WrapMode } from '../hook-settings.ts'
import type { Handler, Host } from '../hosts/host.ts'
import { recordField, textField } from '../hosts/payload-fields.ts'

interface CommandCall extends ShellCall {
  readonly wrap: WrapMode
  readonly isBackground: boolean
}

function mayWrap(host: Host, call: CommandCall): boolean {
  if (process.platform === 'win32' || call.wrap === 'never' || call.isBackground) return false
  return leftAlone(call) === undefined && host.hasCommandRules?.(call.directory, process.env) !== true
}

interface WrapManner {
  /** Whether the user may ask for wrapped commands (`--wrap always`) although the host asks about each. */
  readonly mayBeAskedAbout: boolean
  /** The host continues in the directory that a command changes to. */
  readonly keepsDirectory: boolean
}

/** Handles `PreToolUse` of Claude Code and Codex: the command is run by Fovea, which prints less of it. */
export function commandWrapper(host: () => Host, { mayBeAskedAbout, keepsDirectory }: WrapManner): Handler {
  return async (payload, { wrap, wrapped }) => {
    const input = recordField(payload, 'tool_input')
    const command = textField(input, 'command')
    if (textField(payload, 'tool_name') !== 'Bash' || command === undefined) return undefined
    const isAskedAbout = textField(payload, 'permission_mode') !== 'bypassPermissions'
    if (isAskedAbout && !(mayBeAskedAbout && wrap === 'always')) return undefined
    const directory = textField(payload, 'cwd')
    const isBackground = input['run_in_background'] === true
    if (!mayWrap(host(), { wrap, command, directory, isBackground, keepsDirectory })) return undefined
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        // If the host asks the user, the user decides: "allow" would skip the question.
        ...(isAskedAbout ? {} : { permissionDecision: 'allow' }),
        updatedInput: { ...input, command: wrapped(command) },
      },
    }
  }
}

/** A call of a shell; it is not wrapped if it is interactive, stays in the background, or changes the directory. */
interface ShellCall {
  readonly command: string
  readonly directory: string | undefined
  /** The host continues in the directory that a command changes to. */
  readonly keepsDirectory: boolean
}

const interactive: ReadonlySet<string> =
  wordSet(`vi vim nvim nano emacs less more man top htop watch tmux screen ssh telnet ftp sftp mysql psql sqlite3
  gdb lldb`)
/** Programs that read lines interactively if they are given no script. */
const interpreters: ReadonlySet<string> = wordSet('python python3 node ruby irb php bash sh zsh')
const movers: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd'])
const maxCharacters = 100_000

/** The reason not to wrap it; `undefined` if there is none. */
export function leftAlone({ command, directory, keepsDirectory }: ShellCall): string | undefined {
  if (command.trim() === '' || command.includes('\0')) return 'it is no command'
  if (command.length > maxCharacters) return 'it is too long for a command line'
  if (isOwnCall(command)) return 'it is a call of Fovea'
  if (shellTokens(command).some(token => token.type === 'operator' && token.text === '&'))
    return 'it leaves something in the background'
  const commands = shellCommands(command)
  for (const { words, redirections } of commands) {
    const [name, ...rest] = words.map(word => word.text)
    if (name === undefined) continue
    if (interactive.has(name)) return `${name} talks to a person`
    if (interpreters.has(name) && rest.length === 0 && redirections.length === 0 && commands.length === 1)
      return `${name} waits for lines`
    if (keepsDirectory && movers.has(name) && !staysHere(words.at(-1), words.length, directory))
      return 'it changes the directory that the next command starts in'
  }
  return undefined
}

/** `cd /where/we/are && npm test` */
function staysHere(
  target: { readonly text: string; readonly isDynamic: boolean } | undefined,
  words: number,
  directory: string | undefined,
): boolean {
  if (target === undefined || words !== 2 || target.isDynamic || directory === undefined) return false
  return !target.text.startsWith('~') && resolve(directory, target.text) === resolve(directory)
}
