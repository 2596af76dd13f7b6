/** Whether the work is pushed, as far as pushes and the relation of the branch to its upstream show. */
import { pushWords, trackingMark } from '../../scan/actions/push-words.ts'
import { byTurn, type Fact } from '../ledger.ts'
import { type CommitHistory, isUnknownHash, perhapsRebased } from './commit-history.ts'
import { withMark } from './main-repository.ts'

const { yes, no, tracks } = pushWords
export const noPush = 'no call shows a push'
const elsewhere = 'another branch: '
const upstreamMark = new RegExp(String.raw`^(?:${noPush} \()?${tracks}`)

/** The state of a repository, and the message that shows it. */
export interface Statement {
  readonly value: string
  readonly fact: Fact
}

export class PushState {
  #push: Fact | undefined
  #upstream: Fact | undefined
  /** Another branch was checked out since the push. */
  #isOfOther = false
  /** The branch that was checked out at the push; empty where only a printed ledger says that it was another one. */
  #pushedFrom: string | undefined

  read(fact: Fact, branch: string | undefined): void {
    if (upstreamMark.test(fact.text ?? '')) {
      this.#upstream = fact
      if (this.#isTracking()) this.#push = undefined
      return
    }
    this.#push = fact
    this.#pushedFrom = fact.text?.startsWith(elsewhere) ? '' : branch
    this.#isOfOther = false
    if (this.#isTracking()) this.#upstream = undefined
  }

  /** Applies to one branch and its remote only; what was pushed stays pushed. */
  leaveBranch(): void {
    this.#upstream = undefined
    if (this.#isTracking()) this.#push = undefined
    this.#isOfOther = true
  }

  /** `branch`: the one that is checked out. */
  value(history: CommitHistory, branch: string | undefined): Statement | undefined {
    const { last: commit, hash, rebase, silentRebase } = history
    const push = this.#push
    const isPushedBefore = (fact: Fact | undefined): fact is Fact =>
      push?.text?.startsWith(yes) === true && fact !== undefined && byTurn(fact, push) > 0
    if (isPushedBefore(rebase)) return { value: `${no}rebased after the last push`, fact: rebase }
    if (commit?.kind === 'committed' && (push === undefined || byTurn(commit, push) > 0)) {
      const what = isUnknownHash(hash) ? 'it' : hash
      const why = this.#hasPushed() ? `${what} was committed after the last push` : `${noPush} of ${what}`
      return { value: `${no}${why}`, fact: commit }
    }
    const upstream = this.#upstream
    const isUnknown = push === undefined || this.#isOfOther
    const fact = isUnknown ? (upstream ?? push) : push
    const text = (fact?.text ?? '').replace(elsewhere, yes)
    if (fact === undefined || text === '') return undefined
    if (fact === push && this.#isElsewhere(text, branch))
      return { value: text.startsWith(yes) ? elsewhere + text.slice(yes.length) : text, fact }
    if (fact === push && isPushedBefore(silentRebase)) return { value: withMark(text, perhapsRebased), fact }
    return { value: text.startsWith(tracks) ? `${noPush} (${text})` : text, fact }
  }

  /** Whether a push, as `yes: fix -> fix (github.com:me/app.git)`, was made from another branch and does not name this one. */
  #isElsewhere(text: string, branch: string | undefined): boolean {
    const from = this.#pushedFrom
    if (from === undefined || branch === undefined || from === branch) return from === ''
    return !text.split(/[\s,():]+/).includes(branch)
  }

  #isTracking(): boolean {
    return trackingMark.test(this.#push?.text ?? '')
  }

  /** A status that was up to date is no push, and neither is one that failed. */
  #hasPushed(): boolean {
    return this.#push !== undefined && !this.#isTracking() && !this.#push.text?.startsWith(no)
  }
}
