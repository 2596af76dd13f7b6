/** The settings of a hook: from its command line, which the installation wrote, and from the environment. */
import { parseArgs } from 'node:util'
import { defaultStorePath } from '../../store/default-path.ts'
import { homeDirectory } from '../../store/home-directory.ts'

/** `auto`: only if the host runs commands without asking the user. */
export type WrapMode = 'auto' | 'always' | 'never'

export interface HookSettings {
  /** The target size of a shortened output in tokens; an output that is only a little longer stays as it is. */
  readonly maxTokens: number
  readonly wrap: WrapMode
  readonly storePath: string
  /** The store that the command line names: commands that look something up must name it too. */
  readonly namedStore?: string | undefined
  /** Seconds until the output of a wrapped command is printed while it still runs. */
  readonly liveAfter: number
}

interface HookArguments {
  readonly words: readonly string[]
  readonly settings: HookSettings
}

export const defaultMaxTokens = 4000
const defaultLiveAfter = 10

/** Lenient: ignores what it cannot parse, since a hook must not fail its host. */
export function readHookArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): HookArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      'max-tokens': { type: 'string' },
      store: { type: 'string' },
      wrap: { type: 'string' },
      'live-after': { type: 'string' },
    },
  })
  const namedStore =
    typeof values['store'] === 'string' && values['store'] !== '' ? values['store'] : undefined
  const wrap = values['wrap']
  return {
    words: positionals,
    settings: {
      maxTokens: numberOf(values['max-tokens'], 100) ?? defaultMaxTokens,
      wrap: wrap === 'always' || wrap === 'never' ? wrap : 'auto',
      storePath: namedStore ?? defaultStorePath(env, process.platform, homeDirectory()),
      namedStore,
      liveAfter: numberOf(values['live-after'], 0) ?? defaultLiveAfter,
    },
  }
}

function numberOf(value: unknown, min: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) && number >= min ? number : undefined
}

/** With `FOVEA_HOOKS=off`, every host works as it does without Fovea. */
export function areHooksOff(env: Readonly<Record<string, string | undefined>>): boolean {
  return ['off', '0', 'false', 'no'].includes((env['FOVEA_HOOKS'] ?? '').toLowerCase())
}
