/** Comments and replies that a command has posted on pull requests and issues. */
import type { GitCall } from './git-calls.ts'
import type { AddStatement, GitTopic } from './git-statement.ts'

/** `repos/me/app/pulls/12/comments/345/replies`, `/repos/me/app/issues/12/comments`; the number may be missing. */
const commentPath = /(?:^|\/)(pulls|issues)(?:\/(\d{1,9}))?\/(?:comments(?:\/\d{1,15}\/replies)?|reviews)$/
/** Options of `gh api` that send something. */
const sends = /^(?:-f|-F|--field|--raw-field|--input)(?:=|$)/
/** `-X GET`, `-XGET`, `--method=GET` */
const method = /^(?:-X|--method)(?:$|=?(\w{1,10})$)/
/** `12`, `https://github.com/me/app/pull/12` */
const thing = /^(?:https?:\/\/\S{1,300}\/)?\d{1,9}$/
const refused = /^gh: .{0,300}\(HTTP \d{3}\)/m

interface Comment {
  readonly about: GitTopic
  readonly number: string | undefined
}

/** `#12 2`: two on number 12; the number is left out where no call says it. */
export function readComments(calls: readonly GitCall[], output: string, add: AddStatement): void {
  const comments = calls.map(commentOf).filter(comment => comment !== undefined)
  if (comments.length === 0 || refused.test(output.slice(0, 4000))) return
  const byThing = Map.groupBy(comments, ({ about, number = '' }) => `${about}\n${number}`)
  for (const own of byThing.values()) {
    const [{ about, number }] = own as [Comment]
    add(about, `${number === undefined ? '' : `#${number} `}${own.length}`, 'created')
  }
}

function commentOf({ verb, args }: GitCall): Comment | undefined {
  const [program, word = ''] = verb.split(' ')
  if (program === 'api') return postedThrough([word, ...args])
  if (word !== 'comment' && word !== 'review' && word !== 'note') return undefined
  // `gh pr review --approve` and `--request-changes` say something of it, too.
  const named = args.find(arg => thing.test(arg))
  const number = named?.slice(named.lastIndexOf('/') + 1)
  if (program === 'issue') return { about: 'issue', number }
  return program === 'pr' || program === 'mr' ? { about: 'pull request', number } : undefined
}

function postedThrough(words: readonly string[]): Comment | undefined {
  const at = words.findIndex(word => method.test(word))
  const how = at < 0 ? undefined : (method.exec(words[at] ?? '')?.[1] ?? words[at + 1])
  const isPosted = how === undefined ? words.some(word => sends.test(word)) : how.toUpperCase() === 'POST'
  const found = isPosted ? words.map(word => commentPath.exec(word)).find(match => match !== null) : undefined
  if (found === undefined || found === null) return undefined
  return { about: found[1] === 'pulls' ? 'pull request' : 'issue', number: found[2] }
}
