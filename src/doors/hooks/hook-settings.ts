/** How a hook works: from its own command line, which the installation wrote, and from the environment. */
import { parseArgs } from 'node:util'
import { defaultStorePath } from '../../store/default-path.ts'
import { homeDirectory } from '../../store/home-directory.ts'

/** `auto`: only where the host asks no user before it runs a command. */
export type WrapMode = 'auto' | 'always' | 'never'

export interface HookSettings {
  /** To how many tokens an output is shortened; what is little longer than that stays. */
  readonly maxTokens: number
  readonly wrap: WrapMode
  readonly storePath: string
  /** Named on the command line: then a call that looks something up has to name it too. */
  readonly namedStore?: string | undefined
  /** Seconds after which a wrapped command is heard while it still runs. */
  readonly liveAfter: number
}

interface HookArguments {
  readonly words: readonly string[]
  readonly settings: HookSettings
}

export const defaultMaxTokens = 4000
const defaultLiveAfter = 10

/** Lenient: what cannot be understood is as if it were not there, for a hook must not fail its host. */
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

/** `FOVEA_HOOKS=off` leaves every host as it is without Fovea. */
export function areHooksOff(env: Readonly<Record<string, string | undefined>>): boolean {
  return ['off', '0', 'false', 'no'].includes((env['FOVEA_HOOKS'] ?? '').toLowerCase())
}
