/** What `docker compose logs api` shows of the invented service: quiet routine, the orders of the day, two errors. */
import type { InventedProject } from './invented-project.ts'
import type { Order } from './orders.ts'
import type { Random } from './random.ts'

interface Entry {
  readonly time: number
  readonly lines: readonly string[]
}

const minute = 60_000

export function serverLog(
  project: InventedProject,
  random: Random,
  orders: readonly Order[],
  from: string,
  until: string,
): string {
  const start = Date.parse(from)
  const end = Date.parse(until)
  const entries = [
    ...every(5, start, end, () => entry('INFO ', 'http', `GET /health 200 ${random.integer(1, 3)}ms`)),
    ...every(60, start, end, () => entry('INFO ', 'stock', 'released 0 expired reservations')),
    ...orders.flatMap(order => orderEntries(random, order)),
    { time: Date.parse('2026-03-03T05:00:00.402Z'), lines: rejection(project) },
    { time: Date.parse('2026-03-03T11:32:17.102Z'), lines: retry(1) },
    { time: Date.parse('2026-03-03T11:32:17.946Z'), lines: retry(2) },
    { time: Date.parse('2026-03-03T11:32:18.911Z'), lines: deadlock(project, orders) },
  ]
  return entries
    .filter(({ time }) => time >= start && time <= end)
    .sort((a, b) => a.time - b.time)
    .flatMap(({ time, lines }) => {
      const [first = '', ...rest] = lines
      return [`${new Date(time).toISOString()} ${first}`, ...rest]
    })
    .map(line => `harbor-api-1  | ${line}`)
    .join('\n')
}

function entry(level: string, component: string, text: string): readonly string[] {
  return [`${level} ${component.padEnd(9)} ${text}`]
}

function every(
  minutes: number,
  start: number,
  end: number,
  lines: () => readonly string[],
): readonly Entry[] {
  const count = Math.floor((end - start) / (minutes * minute)) + 1
  return Array.from({ length: count }, (_, index) => ({
    time: start + index * minutes * minute + 17,
    lines: lines(),
  }))
}

function orderEntries(random: Random, order: Order): readonly Entry[] {
  const placed = Date.parse(order.placedAt)
  const created = entry('INFO ', 'orders', `order placed orderId=${order.id} totalCents=${order.totalCents}`)
  if (order.status === 'open') return [{ time: placed, lines: created }]
  const took = `${random.integer(60, 240)}ms`
  const paid = [
    ...entry('INFO ', 'orders', `order paid orderId=${order.id} dispatchDay=${order.dispatchDay}`),
    ...entry('INFO ', 'http', `POST /orders/${order.id}/checkout 200 ${took}`),
  ]
  const paidAt = placed + random.integer(20_000, 90_000)
  return [
    { time: placed, lines: created },
    ...paid.map((line, index) => ({ time: paidAt + index, lines: [line] })),
  ]
}

function rejection(project: InventedProject): readonly string[] {
  const at = frames(project)
  return [
    'ERROR dispatch  warehouse rejected order HB-10417: dispatch_day 2026-03-02 is in the past',
    '    WarehouseError: 422 Unprocessable Entity',
    '        at WarehouseClient.send (/app/src/warehouse/client.ts:58:13)',
    `        ${at.ticks}`,
    `        at async sendBatch (${at.in('src/warehouse/batch.ts', 'await warehouse.send(order)')})`,
    `        at async Timeout.<anonymous> (${at.in('src/warehouse/schedule.ts', 'await sendBatch(service, warehouse)')})`,
  ]
}

function retry(attempt: number): readonly string[] {
  return entry('WARN ', 'db', `transaction retried code=40P01 attempt=${attempt}`)
}

function deadlock(project: InventedProject, orders: readonly Order[]): readonly string[] {
  const at = frames(project)
  const unpaid = orders.findLast(order => order.status === 'open' && order.placedAt < '2026-03-03T11:31')
  return [
    `ERROR http      POST /orders/${unpaid?.id}/checkout 500 1044ms: deadlock detected (40P01), gave up after 3 attempts`,
    '    error: deadlock detected',
    '        at /app/node_modules/pg/lib/client.js:545:17',
    `        ${at.ticks}`,
    `        at async reserve (${at.in('src/inventory/reservations.ts', "await client.query('update stock set available = available - $2")})`,
    `        at async ${at.in('src/orders/order-service.ts', 'await reserve(client, id, order.items, null)')}`,
    `        at async inTransaction (${at.in('src/db.ts', 'await work(client)')})`,
    `        at async OrderService.checkout (${at.in('src/orders/order-service.ts', 'await inTransaction', 'const paid = await inTransaction')})`,
    '      detail: Process 4127 waits for ShareLock on transaction 90213; blocked by process 4131.',
    '              Process 4131 waits for ShareLock on transaction 90212; blocked by process 4127.',
    '      where: while updating tuple (0,7) in relation "stock"',
  ]
}

function frames(project: InventedProject) {
  return {
    ticks: 'at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    in(path: string, mark: string, source: string = mark): string {
      const { line, column } = project.place(path, source, mark)
      return `/app/${path}:${line}:${column}`
    },
  }
}
