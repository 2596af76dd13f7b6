/** What every act of the story plays on. */
import type { AgentTools, Todo } from '../agent-tools.ts'
import type { InventedProject } from '../invented-project.ts'
import type { Order } from '../orders.ts'
import type { Random } from '../random.ts'
import type { SessionRecorder, ToolRun } from '../session-recorder.ts'
import { type Failure, testCounts } from '../test-run.ts'

export interface Stage {
  readonly session: SessionRecorder
  readonly project: InventedProject
  readonly tools: AgentTools
  readonly orders: readonly Order[]
  readonly random: Random
}

export const serviceFile = 'src/orders/order-service.ts'
export const dispatchFile = 'src/orders/dispatch.ts'
export const dispatchTests = 'test/dispatch.test.ts'
export const checkoutTests = 'test/checkout.test.ts'

export function todo(status: Todo['status'], content: string, activeForm: string): Todo {
  return { content, status, activeForm }
}

/** Both tests that depend on the dispatch day, failing in the same way. */
export function wrongDispatchDay(received: string, expected: string): readonly Failure[] {
  const error = [
    `AssertionError: expected '${received}' to be '${expected}' // Object.is equality`,
    '',
    `Expected: "${expected}"`,
    `Received: "${received}"`,
    '',
  ]
  return [
    {
      file: checkoutTests,
      test: 'checkout > schedules dispatch for the day the warehouse expects',
      error,
      source: 'expect(paid.dispatchDay).toBe',
      mark: 'toBe(',
    },
    {
      file: checkoutTests,
      test: 'checkout > gives parallel checkouts of one product the same dispatch day',
      error,
      source: 'expect(order.dispatchDay).toBe',
      mark: 'toBe(',
    },
  ]
}

/** Twelve runs of the checkout tests, of which only the counts are kept. */
export function twelveRuns({ project, tools }: Stage, at: Date, failed: number): ToolRun {
  const runs = Array.from({ length: 12 }, (_, index) =>
    testCounts(project, checkoutTests, failed, new Date(at.getTime() + index * 3200)),
  )
  return tools.bash(
    `for i in $(seq 12); do npx vitest run ${checkoutTests} 2>&1 | grep -E 'Tests|Start at'; done`,
    'Run the checkout tests twelve times',
    runs.join('\n'),
    { seconds: 39 },
  )
}

/** The checkout tests under four clocks. */
export function fourZones(
  { project, tools }: Stage,
  at: Date,
  failed: Readonly<Record<string, number>>,
): ToolRun {
  const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Shanghai']
  const output = zones.map((zone, index) => {
    const start = new Date(at.getTime() + index * 3100)
    return `${zone}\n${testCounts(project, checkoutTests, failed[zone] ?? 0, start, zone)}`
  })
  return tools.bash(
    `for tz in ${zones.join(' ')}; do echo $tz; TZ=$tz npx vitest run ${checkoutTests} 2>&1 | grep -E 'Tests|Start at'; done`,
    'Run the checkout tests in four time zones',
    output.join('\n'),
    { seconds: 13 },
  )
}
