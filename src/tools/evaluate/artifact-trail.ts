/** Whether a view still says which files were created, read, modified and deleted, and how the commands ended. */
import { actionsIn } from '../../scan/actions/actions-in.ts'
import { linesOf } from '../../scan/lines.ts'
import type { Message } from '../../types.ts'
import { ClaimReader } from './artifact-claims.ts'
import {
  type Artifacts,
  artifactsOf,
  type CommandOutcome,
  commandKey,
  commandOutcome,
  type FileOperationKind,
  fileOperations,
  minBeginning,
  operationKey,
} from './artifacts.ts'

interface TrailScore {
  /** The number of facts. */
  readonly expected: number
  /** How many of them the view states. */
  readonly found: number
  /** How many false claims the view makes. */
  readonly wrong: number
  /** 1 if there are no claims. */
  readonly precision: number
  /** 1 if there are no facts. */
  readonly recall: number
  readonly f1: number
}

type TrailSection = FileOperationKind | 'commands'

export interface ArtifactTrail {
  readonly all: TrailScore
  readonly sections: Readonly<Record<TrailSection, TrailScore>>
}

export function artifactTrail(history: readonly Message[], view: readonly Message[]): ArtifactTrail {
  return trailMeter(history)(view)
}

/** The same for many views of one history, which is read once. */
export function trailMeter(history: readonly Message[]): (view: readonly Message[]) => ArtifactTrail {
  const truth = artifactsOf(history)
  const lines = new Set(textsOf(history).flatMap(text => linesOf(text).map(line => line.text)))
  return view => scored(truth, claimsOf(view, truth, lines))
}

interface Claims {
  readonly right: ReadonlySet<string>
  readonly wrong: ReadonlySet<string>
}

const sections: readonly TrailSection[] = ['created', 'read', 'modified', 'deleted', 'commands']

function claimsOf(view: readonly Message[], truth: Artifacts, original: ReadonlySet<string>): Claims {
  const right = new Set<string>()
  const wrong = new Set<string>()
  const judge = (key: string | undefined, isOwn: boolean): void => {
    if (key === undefined) return
    if (isTrue(truth, key)) right.add(key)
    else if (isOwn && !truth.doubtful.has(key)) wrong.add(key)
  }
  for (const { action } of actionsIn(view)) {
    const outcome = action.type === 'run' ? commandOutcome(action.outcome) : undefined
    if (action.type === 'run' && outcome !== undefined)
      judge(commandClaimKey(truth, action.command, outcome), true)
    if (action.outcome === 'failed') continue
    for (const { operation, path } of fileOperations(action)) judge(writtenKey(truth, operation, path), true)
  }
  for (const text of textsOf(view)) {
    const reader = new ClaimReader(path => typeof truth.resolver.resolve(path) === 'object')
    for (const { text: line } of linesOf(text)) {
      // A line of the history is a quotation, not a claim: `modified: a.ts` in a git status is no claim of the view.
      const isOwn = !original.has(line)
      for (const claim of reader.claimsOf(line))
        if (claim.type === 'file') judge(fileKey(truth, claim.operation, claim.path), isOwn)
        else judge(commandClaimKey(truth, claim.command, claim.outcome), isOwn && claim.isCertain)
    }
  }
  return { right, wrong }
}

function isTrue({ operations, commands }: Artifacts, key: string): boolean {
  if (operations.has(key)) return true
  const [, outcome, command] = /^commands (ok|failed) (.*)$/.exec(key) ?? []
  return command !== undefined && (commands.get(command)?.includes(outcome as CommandOutcome) ?? false)
}

/** `undefined` if several files could be meant. */
function fileKey({ resolver }: Artifacts, operation: FileOperationKind, path: string): string | undefined {
  const found = resolver.resolve(path)
  if (found === 'ambiguous') return undefined
  return operationKey(operation, found?.path ?? path)
}

/** A visible call that writes a file says that it was written, not whether it existed before. */
function writtenKey(truth: Artifacts, operation: FileOperationKind, path: string): string | undefined {
  const key = fileKey(truth, operation, path)
  if (operation !== 'created' || key === undefined || truth.operations.has(key)) return key
  const changed = fileKey(truth, 'modified', path)
  return changed !== undefined && (truth.operations.has(changed) || truth.doubtful.has(changed))
    ? changed
    : key
}

function commandClaimKey(truth: Artifacts, command: string, outcome: CommandOutcome): string {
  return `commands ${outcome} ${knownCommand(truth, commandKey(command))}`
}

/** A command that is cut with an ellipsis is the one that begins with it. */
function knownCommand({ commands, beginnings }: Artifacts, key: string): string {
  if (commands.has(key)) return key
  const beginning = key.replace(/\s?(?:…|\.\.\.)$/, '')
  if (beginning === key || beginning.length < minBeginning) return key
  const alike = beginnings.get(beginning.slice(0, minBeginning)) ?? []
  return alike.find(known => known.startsWith(beginning)) ?? key
}

function scored(truth: Artifacts, { right, wrong }: Claims): ArtifactTrail {
  const latest = Array.from(truth.commands, ([command, outcomes]) => `commands ${outcomes.at(-1)} ${command}`)
  const expected = [...truth.operations, ...latest]
  const scoreOf = (belongs: (key: string) => boolean): TrailScore =>
    trailScore(
      expected.filter(belongs).length,
      expected.filter(key => belongs(key) && right.has(key)).length,
      [...right].filter(belongs).length,
      [...wrong].filter(belongs).length,
    )
  return {
    all: scoreOf(() => true),
    sections: Object.fromEntries(
      sections.map(section => [section, scoreOf(key => key.startsWith(`${section} `))]),
    ) as Record<TrailSection, TrailScore>,
  }
}

function trailScore(expected: number, found: number, right: number, wrong: number): TrailScore {
  const precision = right + wrong === 0 ? 1 : right / (right + wrong)
  const recall = expected === 0 ? 1 : found / expected
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return { expected, found, wrong, precision, recall, f1 }
}

function textsOf(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap(block => (block.type === 'text' || block.type === 'toolResult' ? [block.text] : [])),
  )
}
