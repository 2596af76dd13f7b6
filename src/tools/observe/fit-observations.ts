/** Fits observations into a budget of tokens: drops the least valuable parts first, and never the protected ones. */
import type { TokenCounter } from '../../types.ts'
import type {
  FactVerb,
  LeftOut,
  Observation,
  ObservedCommand,
  ObservedFile,
  SessionObservations,
} from './observation.ts'
import { itemsOf } from './written/observation-parts.ts'

export interface FitOptions {
  /** Maximum tokens of the text. */
  readonly tokens: number
  readonly counter: TokenCounter
  /** How the observations are written. */
  render(sessions: readonly SessionObservations[]): string
}

export interface FittedObservations {
  readonly sessions: readonly SessionObservations[]
  readonly text: string
  readonly tokens: number
  /** `false` if the user's words, the decisions and the errors alone exceed the budget. */
  readonly isWithin: boolean
}

type Part = keyof LeftOut

interface Dispensable {
  readonly session: number
  readonly observation: number
  readonly part: Part
  readonly index: number
  readonly worth: number
  readonly tokens: number
}

/** Deterministic; each session says what was left out of it. */
export function fitObservations(
  sessions: readonly SessionObservations[],
  options: FitOptions,
): FittedObservations {
  const { counter, render, tokens: budget } = options
  const measured = (kept: readonly SessionObservations[]): FittedObservations => {
    const text = render(kept)
    const tokens = counter.count(text)
    return { sessions: kept, text, tokens, isWithin: tokens <= budget }
  }
  let fitted = measured(sessions)
  if (fitted.isWithin) return fitted
  const queue = dispensables(sessions, counter).sort(byWorth)
  for (let gone = 0; !fitted.isWithin && gone < queue.length; ) {
    // Lines are counted one by one; the whole is counted again, since tokens join across lines.
    for (let excess = fitted.tokens - budget; excess > 0 && gone < queue.length; gone += 1)
      excess -= (queue[gone] as Dispensable).tokens
    fitted = measured(without(sessions, queue.slice(0, gone)))
  }
  return fitted
}

function byWorth(one: Dispensable, other: Dispensable): number {
  return one.worth - other.worth || one.session - other.session || one.observation - other.observation
}

function dispensables(sessions: readonly SessionObservations[], counter: TokenCounter): Dispensable[] {
  return sessions.flatMap(({ observations }, session) =>
    observations.flatMap((each, observation) => {
      const of = (part: Part, items: readonly { worth: number; text: string }[]): readonly Dispensable[] =>
        items.flatMap(({ worth, text }, index) => {
          if (worth === Infinity) return []
          const tokens = Math.max(1, counter.count(`- ${text}\n`))
          return { session, observation, part, index, worth, tokens }
        })
      const lines = itemsOf(each, 'facts')
      const commands = itemsOf(each, 'commands')
      return [
        ...of('narratives', each.narrative === undefined ? [] : [{ worth: 0, text: each.narrative }]),
        ...of(
          'facts',
          each.facts.map(({ verb }, at) => ({ worth: factWorths[verb], text: lines[at] ?? '' })),
        ),
        ...of(
          'files',
          each.files.map(file => ({
            worth: fileWorth(file),
            text: [file.path, ...(file.names ?? [])].join(', '),
          })),
        ),
        ...of(
          'commands',
          each.commands.map((command, at) => ({ worth: commandWorth(command), text: commands[at] ?? '' })),
        ),
      ]
    }),
  )
}

function without(
  sessions: readonly SessionObservations[],
  gone: readonly Dispensable[],
): readonly SessionObservations[] {
  const keys = new Set(gone.map(keyOf))
  const bySession = Map.groupBy(gone, ({ session }) => session)
  return sessions.map((session, at) => {
    const own = bySession.get(at)
    if (own === undefined) return session
    const count = (part: Part): number =>
      own.filter(each => each.part === part).length + (session.leftOut?.[part] ?? 0)
    return {
      ...session,
      observations: session.observations.map((each, observation) =>
        thinned(each, (part, index) => !keys.has(keyOf({ session: at, observation, part, index }))),
      ),
      leftOut: {
        narratives: count('narratives'),
        facts: count('facts'),
        files: count('files'),
        commands: count('commands'),
      },
    }
  })
}

function keyOf({ session, observation, part, index }: Omit<Dispensable, 'worth' | 'tokens'>): string {
  return `${session} ${observation} ${part} ${index}`
}

function thinned(observation: Observation, isKept: (part: Part, index: number) => boolean): Observation {
  const { narrative, ...rest } = observation
  return {
    ...rest,
    facts: rest.facts.filter((_, at) => isKept('facts', at)),
    files: rest.files.filter((_, at) => isKept('files', at)),
    commands: rest.commands.filter((_, at) => isKept('commands', at)),
    ...(narrative === undefined || !isKept('narratives', 0) ? {} : { narrative }),
  }
}

/** The user's words, decisions and errors always stay. */
const factWorths: Readonly<Record<FactVerb, number>> = {
  ...{ said: Infinity, decided: Infinity, failed: Infinity },
  ...{ printed: 2, noted: 2 },
  ...{ finished: 4, found: 5 },
  ...{ planned: 6, asked: 6, committed: 6 },
  because: 8,
}

/** The worth of a part: parts with lower worth are dropped first. */
function fileWorth({ operation, isDoubtful }: ObservedFile): number {
  return operation === 'read' || isDoubtful === true ? 1 : 7
}

function commandWorth({ outcome, printed }: ObservedCommand): number {
  if (outcome === 'failed') return 5
  return printed === undefined ? 3 : 4
}
