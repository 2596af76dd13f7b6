/** What a push prints, and the state of a pull request. */
import { isRecord, jsonRecord, jsonValue, listOf, type RawRecord } from '../../tokens/json-value.ts'
import { captured } from './captured.ts'
import type { GitCall } from './git-calls.ts'
import type { AddStatement } from './git-statement.ts'
import { pushWords } from './push-words.ts'

const pushedLine =
  /^\s{0,4}(?:[*+-] )?(?:\[new (?:branch|tag)\]|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40})\s{1,20}(\S{1,200})\s{1,4}-> (\S{1,200})/
const pushedTip = /^\s{0,4}(?:\+ )?[0-9a-f]{7,40}\.{2,3}([0-9a-f]{7,40})\s/
const rejectedPush = /^\s{0,4}! \[(?:remote )?rejected\]\s{1,20}(\S{1,200})\s{1,4}-> (\S{1,200})(.{0,200})$/
/** What a hook or the remote refused. */
const failedPush = 'error: failed to push some refs'

/** `git push --dry-run`, `git push origin --delete fix`, `git push origin :fix` */
function publishesNothing({ args }: GitCall): boolean {
  const [, ...refs] = args.filter(arg => !arg.startsWith('-'))
  return (
    args.some(arg => /^(?:-[a-z]{0,6}[nd][a-z]{0,6}|--dry-run|--delete)$/.test(arg)) ||
    (refs.length > 0 && refs.every(ref => ref.startsWith(':')))
  )
}

export function readPush(
  lines: readonly string[],
  calls: readonly GitCall[],
  hasSucceeded: boolean,
  add: AddStatement,
): void {
  const push = calls.findLast(call => call.verb === 'push' && !publishesNothing(call))
  if (push === undefined) return
  const [to] = captured(lines, /^To (\S{1,300})$/)
  const where = to === undefined ? '' : ` (${to})`
  const pushed = lines.flatMap(line => {
    const found = pushedLine.exec(line)
    return found === null ? [] : [`${found[1]} -> ${found[2]}`]
  })
  const rejected = lines.map(line => rejectedPush.exec(line)).find(found => found !== null)
  if (rejected !== undefined && rejected !== null)
    add('pushed', `${pushWords.no}${rejected[1]} -> ${rejected[2]} was rejected${rejected[3]}`)
  else if (lines.some(line => line.startsWith(failedPush))) add('pushed', `${pushWords.no}git push failed`)
  else if (pushed.length > 0) {
    add('pushed', `${pushWords.yes}${pushed.join(', ')}${where}`)
    const [tip] = captured(lines, pushedTip)
    if (tip !== undefined) add('last commit', tip, 'changed')
  } else if (lines.some(line => line.startsWith('Everything up-to-date')))
    add('pushed', `${pushWords.yes}everything up-to-date`)
  else if (hasSucceeded) {
    const words = push.args.filter(arg => !arg.startsWith('-'))
    add('pushed', `${pushWords.yes}git push ${words.join(' ')}`.trimEnd())
  }
}

const requestUrl = /https:\/\/[^\s"'<>]{1,200}\/(?:pull|merge_requests)\/(\d{1,9})\b/

const finished =
  /^(?:✓ |! )?(?:Squashed and merged|Merged|Rebased and merged|Closed|Reopened) pull request \S{0,100}#(\d{1,9}).{0,200}$/m
/** `✓ Pull request me/app#12 is marked as "ready for review"` */
const marked = /^(?:✓ |! )?Pull request \S{0,100}#\d{1,9} is (?:marked as|already) ".{0,40}$/m

/** `a pull request for branch "fix" into branch "main" already exists:` */
const alreadyThere = /\b[pm](?:ull|erge) request\b.{0,300} already exists/i

export function readPullRequest(
  calls: readonly GitCall[],
  output: string,
  hasSucceeded: boolean,
  add: AddStatement,
): void {
  const call = calls.findLast(({ verb }) => /^[pm]r /.test(verb)) as GitCall
  const head = output.slice(0, 4000)
  // The output has their number, not their names.
  if (/^Warning: \d{1,6} uncommitted changes?$/m.test(head)) add('uncommitted', '', 'changed')
  // The branch is gone, and the one that it was merged into is checked out.
  const base = /^ \* branch {1,40}(\S{1,200}) {1,20}-> FETCH_HEAD$/m.exec(head)?.[1]
  if (
    call.verb === 'pr merge' &&
    base !== undefined &&
    call.args.some(arg => /^(?:-d|--delete-branch)$/.test(arg))
  )
    add('branch', base)
  const branch = /^Creating (?:draft )?pull request for ([\w./@#+-]{1,200}) into /m.exec(head)?.[1]
  if (branch !== undefined && call.verb === 'pr create') add('branch', branch)
  const url = requestUrl.exec(call.verb === 'pr create' ? output.slice(-4000) : head)
  const done = finished.exec(head) ?? marked.exec(head)
  if (done !== null) add('pull request', done[0])
  else if (call.verb === 'pr create' || call.verb === 'mr create') {
    const isDraft = call.args.some(arg => arg === '--draft' || (arg === '-d' && call.verb === 'pr create'))
    const isThere = !hasSucceeded && alreadyThere.test(head)
    if (url !== null)
      add('pull request', isThere ? `#${url[1]}` : `${url[0]} created${isDraft ? ' as a draft' : ''}`)
  } else if (call.verb !== 'pr ready') {
    const { number, title, state = hasSucceeded ? stateAfter(call) : undefined } = requestIn(output)
    const found = number ?? call.args.find(arg => /^\d{1,9}$/.test(arg)) ?? url?.[1]
    if (found === undefined) return
    const details = `${title === undefined ? '' : ` ${title}`}${state === undefined ? '' : ` (${state})`}`
    const how = isOfBranch(call) ? '' : (looks[call.verb] ?? '')
    add('pull request', `${how}#${found}${details}`)
  }
}

/** `gh pr list --head fix`: what it lists may be the pull request of the work where it is the only one. */
export function readListedRequest(calls: readonly GitCall[], output: string, add: AddStatement): void {
  const [call, ...others] = calls.filter(({ verb }) => verb === 'pr list')
  if (call === undefined || others.length > 0) return
  const isOfHead = call.args.some(arg => /^(?:-H|--head(?:=.{1,200})?)$/.test(arg))
  const { number, title, state } = isOfHead ? onlyRequestIn(output.trim()) : {}
  if (number === undefined) return
  const details = `${title === undefined ? '' : ` ${title}`}${state === undefined ? '' : ` (${state})`}`
  add('pull request', `looked at #${number}${details}`)
}

/** `12\tMend it\tfix\tOPEN\t2026-03-18T06:42:42Z`, as `gh` prints it without a terminal. */
const listedRequest =
  /^(\d{1,9})\t([^\t\n]{1,200})\t[^\t\n]{1,200}\t(OPEN|DRAFT|CLOSED|MERGED)(?:\t[^\t\n]{0,40})?$/

function onlyRequestIn(output: string): Request {
  if (output.startsWith('[')) {
    const [request, ...others] = output.length <= maxJson ? listOf(jsonValue(output)) : []
    return others.length === 0 && isRecord(request) ? requestOf(request) : {}
  }
  const [, number, title, state] = listedRequest.exec(output) ?? []
  return { number, title, state: state === 'DRAFT' ? 'OPEN, draft' : state }
}

/** `gh pr view --json state`, without a number, is about the branch that is checked out. */
function isOfBranch({ verb, args }: GitCall): boolean {
  const operands = args.filter((arg, at) => !arg.startsWith('-') && !withValue.test(args[at - 1] ?? ''))
  return verb === 'pr view' && operands.length === 0
}

const withValue = /^(?:--json|-q|--jq|-t|--template|-R|--repo)$/

const statesAfter: Readonly<Record<string, string>> = { 'pr merge': 'MERGED', 'pr close': 'CLOSED' }

/** Without a terminal, `gh` does not say so; with `--auto` it merges later. */
function stateAfter({ verb, args }: GitCall): string | undefined {
  return args.some(arg => /^--(?:disable-)?auto$/.test(arg)) ? undefined : statesAfter[verb]
}

/** What is only looked at may be anybody's. */
const looks: Readonly<Record<string, string>> = { 'pr view': 'looked at ', 'pr checkout': 'checked out ' }

interface Request {
  readonly number?: string | undefined
  readonly title?: string | undefined
  readonly state?: string | undefined
}

const maxJson = 200_000

/** Reviews and checks have numbers and states of their own. */
function requestIn(output: string): Request {
  const request = output.length <= maxJson && output.startsWith('{') ? jsonRecord(output) : undefined
  if (request !== undefined) return requestOf(request)
  const head = output.slice(0, 4000)
  return {
    number: /^number:\s{1,8}(\d{1,9})$/m.exec(head)?.[1] ?? /"number": ?(\d{1,9})/.exec(head)?.[1],
    title: /^title:\s{1,8}(\S.{0,200})$/m.exec(head)?.[1] ?? /"title": ?"([^"\\]{1,200})"/.exec(head)?.[1],
    state: /^state:\s{1,8}(\w{1,20})$/m.exec(head)?.[1] ?? /"state": ?"(OPEN|CLOSED|MERGED)"/.exec(head)?.[1],
  }
}

function requestOf({ number, title, state, isDraft }: RawRecord): Request {
  return {
    number: typeof number === 'number' ? String(number) : undefined,
    title: typeof title === 'string' ? title.slice(0, 200) : undefined,
    state:
      typeof state === 'string' && /^(?:OPEN|CLOSED|MERGED)$/.test(state)
        ? `${state}${isDraft === true ? ', draft' : ''}`
        : undefined,
  }
}
