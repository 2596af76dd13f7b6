/** Sessions that change nothing, or what a test says, add every tool that they may, and remember what they were given. */
import type { Sessions, StepOptions, StepReceipt, Usage } from '../../../src/session/session.ts'

export interface ToldSessions extends Sessions {
  readonly usages: { readonly session: string; readonly usage: Usage }[]
  /** Sessions whose next epoch was to be prepared. */
  readonly prepared: string[]
  steps: number
  dryRuns: number
}

type Change = (request: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>

export function fixedSessions(change: Change = request => request): ToldSessions {
  const shown: ToldSessions = {
    usages: [],
    prepared: [],
    steps: 0,
    dryRuns: 0,
    step: async <Request extends object>(request: Request, options: StepOptions = {}) => {
      if (options.dryRun === true) shown.dryRuns += 1
      else shown.steps += 1
      const given = JSON.stringify(request).length
      const { tools = [] } = options
      const view = await change(request as Record<string, unknown>)
      const listed = Array.isArray(view.tools) ? view.tools : []
      const changed = (tools.length === 0 ? view : { ...view, tools: [...listed, ...tools] }) as Request
      const sent = JSON.stringify(changed).length
      return { request: changed, receipt: receiptOf(shown.steps, given, sent), session: 'session-1' }
    },
    usage: (session, usage) => {
      shown.usages.push({ session, usage })
    },
    extend: async receipt => receipt,
    prepare: async session => {
      shown.prepared.push(session)
    },
    receipts: () => [],
  }
  return shown
}

export function receiptOf(
  step: number,
  given: number,
  sent: number,
  action: StepReceipt['action'] = 'append',
): StepReceipt {
  return {
    version: 2,
    session: 'session-1',
    step,
    epoch: 0,
    action,
    reason: 'told so',
    messages: { given: 1, sent: 1, fresh: 1 },
    tokens: { given, sent, saved: given - sent, cached: 0, broken: 0 },
    cost: { given, sent, saved: given - sent, total: { given, sent, saved: given - sent } },
    shortened: [],
    notes: [],
  }
}
