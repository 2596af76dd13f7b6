/** Reads claims about files and commands in lines of text, strictly. */
import { atomsIn } from '../../measure/probes/atoms.ts'
import { isHeading } from '../../scan/heading-level.ts'
import { trimEndOf } from '../../scan/trim-end-of.ts'
import { wordGroups } from '../../scan/vocabulary/word-set.ts'
import type { CommandOutcome, FileOperationKind } from './artifacts.ts'

export type Claim =
  | { readonly type: 'file'; readonly operation: FileOperationKind; readonly path: string }
  /** `isCertain`: the line says that it was run; otherwise it may be any text in back quotes. */
  | {
      readonly type: 'command'
      readonly command: string
      readonly outcome: CommandOutcome
      readonly isCertain: boolean
    }

const wordsBefore: ReadonlyMap<string, FileOperationKind> = wordGroups({
  created: 'created added wrote',
  modified: 'modified edited updated changed',
  read: 'read viewed [file',
  deleted: 'deleted removed',
})

/** Fewer words after a path: `src/a.ts: added a test` does not claim a new file. */
const wordsBehind: ReadonlyMap<string, FileOperationKind> = wordGroups({
  created: 'created new',
  modified: 'modified edited updated',
  read: 'read',
  deleted: 'deleted',
})

/** Words that may be between such a word and a path. */
const linking = new Set('file files the and was were is has been - – — → -> &'.split(' ')).add('')

const maxLineLength = 2000

/**
 * Reads lines in order. A file is mentioned if a word for an operation is directly before its path (`Modified: src/a.ts,
 * src/b.ts`), directly after it (`src/a.ts (created, modified)`), or in the heading of its list (`## Files Modified`). A
 * command is mentioned together with its outcome (`Ran: npm test → exit 1`).
 */
export class ClaimReader {
  readonly #isKnown: (path: string) => boolean
  #heading: FileOperationKind | undefined

  constructor(isKnown: (path: string) => boolean) {
    this.#isKnown = isKnown
  }

  claimsOf(line: string): readonly Claim[] {
    if (line.length > maxLineLength || line.trim() === '') return []
    const tokens = tokensOf(line)
    const command = commandClaim(line)
    // The text after the outcome of a command is its output.
    const files = command?.type === 'command' && command.isCertain ? [] : this.#fileClaims(tokens)
    if (files.length > 0 || command !== undefined) return command === undefined ? files : [...files, command]
    const [first] = tokens
    const isItem = /^\s*(?:[-*•]|\d{1,4}[.)])\s/.test(line)
    if (isItem && this.#heading !== undefined && first !== undefined && this.#isPath(first))
      return [{ type: 'file', operation: this.#heading, path: first }]
    const heading = headingOperation(line, tokens)
    // A list may contain items without a file; any other line ends it.
    if (heading !== undefined || !isItem) this.#heading = heading
    return []
  }

  #fileClaims(tokens: readonly string[]): readonly Claim[] {
    const claims: Claim[] = []
    let before: FileOperationKind | undefined
    let behind: string | undefined
    for (const token of tokens) {
      const word = token.toLowerCase()
      if (this.#isPath(token)) {
        if (before !== undefined) claims.push({ type: 'file', operation: before, path: token })
        behind = before === undefined ? token : undefined
        continue
      }
      const said = wordsBehind.get(word)
      if (behind !== undefined && said !== undefined) {
        claims.push({ type: 'file', operation: said, path: behind })
        continue
      }
      if (linking.has(word)) continue
      behind = undefined
      before = wordsBefore.get(word)
    }
    return claims
  }

  #isPath(token: string): boolean {
    if (this.#isKnown(token)) return true
    const kind = atomsIn(token).get(token)
    return kind === 'path' || kind === 'file'
  }
}

/** Words and whole quotations, without the marks around them. */
function tokensOf(line: string): readonly string[] {
  const bare = line.replace(/^\s*(?:[-*•>#]+|\d{1,4}[.)])\s+/, '')
  return (bare.match(/`[^`]{1,400}`|[^\s`]+/g) ?? []).map(token =>
    trimEndOf(token.replace(/^[`"'*_(]+/, ''), '`"\'*_),:;.'),
  )
}

function headingOperation(line: string, tokens: readonly string[]): FileOperationKind | undefined {
  if (tokens.length > 6 || !(isHeading(line) || /:(?:\*\*)?\s*$/.test(line))) return undefined
  const operations = new Set(tokens.flatMap(token => wordsBefore.get(token.toLowerCase()) ?? []))
  return operations.size === 1 ? [...operations][0] : undefined
}

const outcomeWord =
  /\b(ok|finished|passed|passes|succeeded|success)\b|\b(failed|fails|failing)\b|\bexit(?: code)?:? (\d{1,10})\b/i
const ran = /^\s*(?:[-*•]\s+)?(?:\*\*)?(?:ran|command)(?:\*\*)?:?(?:\*\*)?\s+/i

/** `Ran: npm test → exit 1`, or a command in back quotes followed by its outcome. */
function commandClaim(line: string): Claim | undefined {
  const opening = ran.exec(line)?.[0]
  const said = opening === undefined ? line : line.slice(opening.length)
  const quote = /`([^`]{2,400})`/.exec(said)
  const cut = quote === null ? said.search(/ (?:→|->|—|=>) | \((?:ok|failed|exit)/i) : -1
  if (quote === null && (opening === undefined || cut < 0)) return undefined
  const command = quote === null ? said.slice(0, cut) : (quote[1] as string)
  const rest = quote === null ? said.slice(cut) : said.slice(quote.index + quote[0].length)
  const found = outcomeWord.exec(rest)
  if (found === null) return undefined
  const hasFailed = found[2] !== undefined || (found[3] !== undefined && Number(found[3]) !== 0)
  return { type: 'command', command, outcome: hasFailed ? 'failed' : 'ok', isCertain: opening !== undefined }
}
