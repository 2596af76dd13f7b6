/** Prepares requests in other threads, so that streams continue meanwhile. */
import { availableParallelism } from 'node:os'
import { keepingMs, roomFactor, timeoutNote } from '../../../session/step-within.ts'
import type { Store } from '../../../store/store.ts'
import { tookTooLong, untouched } from './prepare-request.ts'
import type { Preparer } from './preparer.ts'
import {
  conversationHint,
  failedNote,
  type GivenRequest,
  heldUpNote,
  isRequestWork,
  isSameSession,
  keepsView,
  latestEntries,
  type Manner,
  makeRoom,
  type RequestWork,
  type Work,
  waited,
} from './preparer-work.ts'
import { giveUp, isGivenUp, requestEnding } from './request-ending.ts'
import { heapShare, startThread } from './thread.ts'
import { type Member, maxKnown, ThreadMembers } from './thread-members.ts'
import type { FromThread, ThreadSetup } from './thread-messages.ts'

export interface ThreadedOptions {
  /** 0: the thread of the caller. */
  readonly threads: number
  readonly store: Store
  readonly session: ThreadSetup['session']
  readonly timeoutMs: number
  readonly clock: () => number
  /** The limit of each thread. @default by the memory of the machine */
  readonly heapMegabytes?: number
}

/** How long a task waits for the thread of its session before it takes or starts another one. */
const waitMs = 50
/** A task that takes this multiple of its time limit is stuck. */
const stuckFactor = 3

/** At least two: a thread that is busy for long must not delay all other requests. */
export const defaultThreads: number = Math.max(2, Math.min(4, availableParallelism() - 1))

/**
 * A session stays with one thread unless that is busy with others. Everything that a thread knows about a session is in the
 * store too, so that any other thread can continue it.
 */
export function threadedPreparer(options: ThreadedOptions): Preparer {
  const { threads, timeoutMs, clock } = options
  const members = new ThreadMembers()
  const queue: Work[] = []
  const sessions = latestEntries<string, string>(maxKnown)
  const onReady: (() => void)[] = []
  let isClosed = false
  let lastExtension = 0

  const settleReady = (): void => {
    for (const resolve of onReady.splice(0)) resolve()
  }

  const start = (): void => {
    const member: Member = {
      state: 'starting',
      isLate: false,
      extensions: new Map(),
      thread: startThread({
        ...options,
        heapMegabytes: options.heapMegabytes ?? heapShare(threads),
        onMessage: message => onMessage(member, message),
        onEnd: () => onEnd(member),
      }),
    }
    members.add(member)
  }

  const onMessage = (member: Member, message: FromThread): void => {
    if (message.type === 'claim') onClaim(member, message.session)
    else if (message.type === 'extended') {
      member.extensions.get(message.id)?.resolve(message.receipt)
      member.extensions.delete(message.id)
    } else if (message.type === 'ready') {
      settleReady()
      onFree(member)
    } else {
      const { work } = member
      member.work = undefined
      if (work?.type === 'next') work.finish()
      else if (work?.type === 'request' && !isGivenUp(work.ending)) {
        if (message.prepared !== undefined) work.finish(message.prepared)
        // Goes to the thread of its session, before later requests.
        else queue.unshift(message.isUnfit ? instead(work, makeRoom(work)) : work)
      }
      onFree(member)
    }
  }

  /** The thread has read the body and knows its session. */
  const onClaim = (member: Member, session: string): void => {
    const { work } = member
    if (work?.type !== 'request') return
    work.session = session
    if (work.hint !== undefined) sessions.set(work.hint, session)
    const isKept = keepsView(work)
    const owner = isKept ? undefined : members.ownerOf(session)
    const isElsewhere = members.atWorkOn(work).some(other => other !== member && !(isKept && other.isLate))
    const isGranted = !isElsewhere && (owner === undefined || owner === member)
    if (isGranted && !isKept) members.setOwner(session, member)
    member.thread.post({ type: 'claimed', isGranted })
  }

  const onFree = (member: Member): void => {
    clearTimeout(member.stuckTimer)
    member.state = 'idle'
    const isNeeded = !member.isLate || members.inPlace().length < threads
    member.isLate = !isNeeded
    if (isNeeded) dispatch()
    else void member.thread.close()
  }

  const onEnd = (member: Member): void => {
    const { work, state } = member
    clearTimeout(member.stuckTimer)
    members.delete(member)
    member.state = 'ended'
    member.work = undefined
    for (const { receipt, resolve } of member.extensions.values()) resolve(receipt)
    const failed = [...(work === undefined ? [] : [work]), ...(state === 'starting' ? queue.splice(0) : [])]
    for (const each of failed) {
      if (each.type === 'next') each.finish()
      else if (state === 'starting' || keepsView(each))
        each.finish(untouched('compression-failed', 'The thread that compressed it has ended'))
      else if (!isGivenUp(each.ending))
        queue.unshift(instead(each, { type: 'keep-view', why: failedNote, mustFit: false }))
    }
    // A thread that cannot start is tried again with the next request.
    if (state === 'starting') settleReady()
    else dispatch()
  }

  const dispatch = (): void => {
    if (isClosed) return
    const waiting: Work[] = []
    for (const each of [...queue.filter(isRequestWork), ...queue.filter(each => !isRequestWork(each))]) {
      // Its compression would be late as well.
      const isHeldUp = members.atWorkOn(each).some(({ isLate }) => isLate)
      const work =
        isHeldUp && isRequestWork(each) && each.manner.type === 'compress'
          ? instead(each, { type: 'keep-view', why: heldUpNote, mustFit: true })
          : each
      // Earlier work of the same session goes first.
      const isBehind = waiting.some(before => isSameSession(before, work))
      const place = isBehind ? 'wait' : placeFor(work)
      if (place === 'wait') waiting.push(work)
      else if (place === 'nowhere') finishUndone(work)
      else run(place, work)
    }
    queue.splice(0, queue.length, ...waiting)
    const oldest = waiting.find(isRequestWork)
    const isStarting = members.inPlace().some(({ state }) => state === 'starting')
    const isRoom = members.inPlace().length < threads
    const isWorthIt = members.inPlace().length === 0 || (oldest !== undefined && waited(oldest) >= waitMs)
    if (isRoom && !isStarting && isWorthIt) start()
  }

  const placeFor = (work: Work): Member | 'wait' | 'nowhere' => {
    const isWaitingForRoom = isRequestWork(work) && work.manner.type === 'make-room'
    if (members.atWorkOn(work).some(({ isLate }) => !isLate || isWaitingForRoom)) return 'wait'
    const owner = members.ownerOf(work.session)
    if (owner?.state === 'idle') return owner
    if (work.type === 'next') return owner === undefined ? 'nowhere' : 'wait'
    if (owner !== undefined && waited(work) < waitMs) return 'wait'
    return members.inPlace().find(({ state }) => state === 'idle') ?? 'wait'
  }

  const run = (member: Member, work: Work): void => {
    member.state = 'busy'
    member.work = work
    const maxMs = (keepsView(work) ? keepingMs(timeoutMs) : timeoutMs) * stuckFactor
    member.stuckTimer = setTimeout(() => void member.thread.terminate(), maxMs)
    member.stuckTimer.unref()
    if (work.type === 'next') {
      members.setOwner(work.session, member)
      member.thread.post({ type: 'next', session: work.session })
      return
    }
    const { bytes, task, session, manner, ending } = work
    const { why: keepView, mustFit } =
      manner.type === 'keep-view' ? manner : { why: undefined, mustFit: false }
    // The late thread keeps what it computes for the session.
    if (session !== undefined && keepView === undefined) members.setOwner(session, member)
    member.thread.post({ type: 'request', bytes, task, session, keepView, mustFit, ending, now: clock() })
  }

  const finishUndone = (work: Work): void => {
    if (work.type === 'next') work.finish()
    else work.finish(untouched('compression-failed', 'The proxy is closing'))
  }

  const limits: Readonly<Record<Manner['type'], number>> = {
    compress: timeoutMs,
    'keep-view': keepingMs(timeoutMs),
    'make-room': timeoutMs * roomFactor,
  }

  const requestWork = (given: GivenRequest, manner: Manner): RequestWork => {
    const timers = [setTimeout(() => onLate(work), limits[manner.type]), setTimeout(dispatch, waitMs + 2)]
    const stop = (): void => {
      for (const timer of timers) clearTimeout(timer)
    }
    const work: RequestWork = {
      ...given,
      type: 'request',
      manner,
      ending: requestEnding(),
      stop,
      finish(prepared) {
        stop()
        given.resolve(prepared)
      },
    }
    return work
  }

  /** The same request, prepared in another manner. */
  const instead = (work: RequestWork, manner: Manner): RequestWork => {
    work.stop()
    const { bytes, task, hint, session, since, resolve } = work
    return requestWork({ bytes, task, hint, session, since, resolve }, manner)
  }

  /** Sends the view in use; the thread may finish its work, so that the next request of the session can use it. */
  const onLate = (work: RequestWork): void => {
    // It counts as sent already, and goes out as soon as it is written.
    if (!giveUp(work.ending)) return
    const at = queue.indexOf(work)
    if (at >= 0) queue.splice(at, 1)
    const member = members.values().find(each => each.work === work)
    const holding =
      member === undefined ? members.atWorkOn(work).filter(each => !keepsView(each.work)) : [member]
    for (const each of holding) each.isLate = true
    const late = members.late()
    if (late.length > threads) void late[0]?.thread.terminate()
    const { manner } = work
    if (manner.type === 'keep-view') work.finish(tookTooLong(timeoutMs))
    else {
      const why = manner.type === 'compress' ? timeoutNote(timeoutMs) : manner.why
      queue.unshift(instead(work, { type: 'keep-view', why, mustFit: manner.type === 'compress' }))
    }
    dispatch()
  }

  return {
    ready: () =>
      new Promise(resolve => {
        onReady.push(resolve)
        dispatch()
        if (members.inPlace().some(({ state }) => state !== 'starting')) settleReady()
      }),
    prepare: (bytes, task) =>
      new Promise(resolve => {
        const hint = conversationHint(bytes, task.encoding)
        const session = hint === undefined ? undefined : sessions.get(hint)
        const work = requestWork(
          { bytes, task, hint, session, since: performance.now(), resolve },
          { type: 'compress' },
        )
        if (isClosed) work.finish(untouched('compression-failed', 'The proxy is closing'))
        else queue.push(work)
        dispatch()
      }),
    usage: (session, usage) => members.ownerOf(session)?.thread.post({ type: 'usage', session, usage }),
    extend: (receipt, messages) =>
      new Promise(resolve => {
        const owner = members.ownerOf(receipt.session)
        if (owner === undefined || isClosed) return resolve(receipt)
        lastExtension += 1
        owner.extensions.set(lastExtension, { receipt, resolve })
        owner.thread.post({ type: 'extend', id: lastExtension, receipt, messages })
      }),
    prepareNext: session =>
      new Promise(resolve => {
        if (isClosed) resolve()
        else queue.push({ type: 'next', session, since: performance.now(), finish: resolve })
        dispatch()
      }),
    async close() {
      isClosed = true
      const ending = Array.from(members, ({ thread, state }) =>
        state === 'idle' ? thread.close() : thread.terminate(),
      )
      for (const work of queue.splice(0)) finishUndone(work)
      await Promise.all(ending)
    },
  }
}
