/** Which type of work a piece is: by what was done and how it ended, by its commits, and by the words of the request. */
import { subjectsIn } from '../extract/commits.ts'
import type { ObservationType, ObservedCommand, ObservedFact, ObservedFile } from '../observation.ts'
import type { Piece } from './cut-pieces.ts'
import { type FileKind, fileKind } from './file-kind.ts'
import { typesAskedFor } from './type-words.ts'

const commitTypes: Readonly<Record<string, ObservationType>> = {
  feat: 'feature',
  feature: 'feature',
  fix: 'bugfix',
  bugfix: 'bugfix',
  hotfix: 'bugfix',
  refactor: 'refactor',
  style: 'refactor',
  perf: 'refactor',
  docs: 'documentation',
  doc: 'documentation',
  test: 'test',
  tests: 'test',
  build: 'config',
  chore: 'config',
  ci: 'config',
}

const deploys =
  /\b(?:kubectl (?:apply|rollout|set image)|terraform apply|helm (?:install|upgrade)|docker(?:-compose| compose)? (?:push|up)|(?:npm|pnpm|yarn|cargo) publish|twine upload|(?:fly|flyctl|vercel|netlify|firebase|wrangler|serverless|eb|gcloud app|railway)(?: \S+)? deploy|gh release create|vercel --prod|ansible-playbook|systemctl restart)\b/
const installs =
  /\b(?:npm (?:i|install|ci)|pnpm (?:add|install)|yarn add|pip3? install|uv (?:add|sync|pip install)|apt(?:-get)? install|brew install|cargo add|go get|poetry add)\b/
const queries = /\b(?:psql|mysql|sqlite3|mongosh|duckdb|bq query|clickhouse-client)\b/

export interface PieceContent {
  readonly files: readonly ObservedFile[]
  readonly commands: readonly ObservedCommand[]
  readonly facts: readonly ObservedFact[]
}

export function typeOf(piece: Piece, { files, commands, facts }: PieceContent): ObservationType {
  const committed = commitType(piece)
  if (committed !== undefined) return committed
  const succeeded = (pattern: RegExp): boolean =>
    commands.some(
      ({ command, outcome }) => (outcome === 'ok' || outcome === 'finished') && pattern.test(command),
    )
  const types = typesAskedFor(
    wordsOf(`${piece.item ?? ''} ${piece.request?.slice(0, maxRequestLength) ?? ''}`),
  )
  if (succeeded(deploys)) return 'deployment'
  const changed = files.filter(({ operation, isDoubtful }) => operation !== 'read' && isDoubtful !== true)
  const lasting = changed.filter(({ path }) => !/^\/(?:private\/)?(?:tmp|var\/folders)\//.test(path))
  if (lasting.length > 0) {
    const kind = commonKind(lasting)
    if (kind !== undefined && kind !== 'source') return kind
    if (isMoveOnly(lasting)) return 'refactor'
    const [named] = types.filter(type => type !== 'investigation')
    if (named !== undefined) return named
    return hasMended(facts, commands) ? 'bugfix' : 'feature'
  }
  if (subjectsIn(piece.calls).length > 0) return types.find(type => type !== 'investigation') ?? 'feature'
  if (facts.some(isDecision)) return 'decision'
  if (types.includes('test') && commands.some(({ printed }) => printed !== undefined)) return 'test'
  if (succeeded(installs)) return 'config'
  if (succeeded(queries)) return 'data'
  const isSearching = types.includes('investigation') || types.includes('bugfix') || facts.some(isError)
  return isSearching ? 'investigation' : 'discovery'
}

const maxRequestLength = 2000

/** `docs/theme.md` asks for no documentation. */
function wordsOf(request: string): string {
  return request
    .split(/\s+/)
    .filter(word => !/\w[/.]\w/.test(word))
    .join(' ')
}

/** `fix(parser): …` → bugfix; the last commit decides. */
function commitType({ calls }: Piece): ObservationType | undefined {
  const word =
    /^(\w{2,12})(?:\([^)]{1,60}\))?!?:/.exec(subjectsIn(calls).at(-1) ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(commitTypes, word) ? commitTypes[word] : undefined
}

function commonKind(files: readonly ObservedFile[]): FileKind | undefined {
  const kinds = new Set(files.map(({ path }) => fileKind(path)))
  return kinds.size === 1 ? [...kinds][0] : undefined
}

/** As many files gone as made, and none changed. */
function isMoveOnly(files: readonly ObservedFile[]): boolean {
  const count = (operation: ObservedFile['operation']): number =>
    files.filter(file => file.operation === operation).length
  return count('modified') === 0 && count('deleted') > 0 && count('deleted') === count('created')
}

/** A command failed and was made to work; an edit that was refused is no bug. */
function hasMended(facts: readonly ObservedFact[], commands: readonly ObservedCommand[]): boolean {
  const run = new Set(commands.map(({ command }) => command))
  return facts.some(
    ({ verb, state, about = '' }) => verb === 'failed' && state === 'resolved' && run.has(about),
  )
}

function isError({ verb }: ObservedFact): boolean {
  return verb === 'failed'
}

function isDecision({ verb, by }: ObservedFact): boolean {
  return verb === 'decided' && by !== 'assistant'
}
