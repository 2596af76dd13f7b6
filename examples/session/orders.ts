/** One day of orders in the invented shop, and the two ways the agent looks at them: JSON and a psql table. */
import type { Random } from './random.ts'

export interface Order {
  readonly id: string
  readonly status: string
  readonly customer: { readonly name: string; readonly email: string; readonly country: string }
  readonly items: readonly { readonly sku: string; readonly quantity: number; readonly unitCents: number }[]
  readonly totalCents: number
  readonly placedAt: string
  readonly dispatchDay: string | null
}

type CustomerEntry = readonly [name: string, mailbox: string, country: string]
type PriceEntry = readonly [sku: string, unitCents: number]

const customers: readonly CustomerEntry[] = [
  ['Amélie Laurent', 'amelie', 'FR'],
  ['Søren Kjær', 'soren', 'DK'],
  ['Zoë van Dijk', 'zoe', 'NL'],
  ['Łukasz Wójcik', 'lukasz', 'PL'],
  ['Hannah Petersen', 'hannah', 'DE'],
  ['Marta Fernández', 'marta', 'ES'],
  ['Tom Whitfield', 'tom', 'GB'],
  ['Giulia Conti', 'giulia', 'IT'],
  ['Anders Lindqvist', 'anders', 'SE'],
  ['Katharina Weiß', 'k.weiss', 'DE'],
]

const prices: readonly PriceEntry[] = [
  ['LANTERN-12', 4990],
  ['ROPE-30M', 3480],
  ['BUOY-S', 1990],
  ['COMPASS-BR', 8900],
  ['KNOT-BOOK', 1250],
]

/** Europe/Berlin in March, before summer time. */
const berlinOffset = 60 * 60 * 1000

const firstNumber = 10_417

/** All orders of 3 March 2026 in Berlin, as the service with the bug stored them. */
export function ordersOfTheDay(random: Random): readonly Order[] {
  const morning = spread(random, '05:31:00', '13:09:00', 34)
  const evening = spread(random, '13:36:00', '20:44:00', 16)
  return [
    lanternOrder(0, '2026-03-02T23:41:07.000Z', ['陈思远', 'chen.siyuan', 'CN']),
    ...morning.map((placedAt, index) => randomOrder(random, 1 + index, placedAt)),
    lanternOrder(35, '2026-03-03T13:22:48.000Z', ['Jürgen Großmann', 'j.grossmann', 'DE']),
    ...evening.map((placedAt, index) => randomOrder(random, 36 + index, placedAt)),
  ]
}

export function ordersTable(orders: readonly Order[]): string {
  return psqlTable(
    ['id', 'customer_name', 'status', 'placed_at', 'dispatch_day'],
    orders.map(({ id, customer, status, placedAt, dispatchDay }) => [
      id,
      customer.name,
      status,
      berlinTime(new Date(placedAt)),
      dispatchDay ?? '',
    ]),
  )
}

/** A table as psql prints it; it pads by the width on screen, where a Chinese character takes two columns. */
export function psqlTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((name, index) =>
    Math.max(width(name), ...rows.map(row => width(row[index] ?? ''))),
  )
  const pad = (text: string, index: number): string => {
    const space = ' '.repeat((widths[index] ?? 0) - width(text))
    return /^\d+$/.test(text) ? space + text : text + space
  }
  const centre = (text: string, index: number): string =>
    pad(' '.repeat(Math.floor(((widths[index] ?? 0) - width(text)) / 2)) + text, index)
  const count = rows.length === 1 ? '(1 row)' : `(${rows.length} rows)`
  return [
    ` ${columns.map(centre).join(' | ')} `,
    widths.map(size => '-'.repeat(size + 2)).join('+'),
    ...rows.map(row => ` ${row.map(pad).join(' | ').trimEnd()}`),
    count,
  ].join('\n')
}

/** `2026-03-03 00:41:07`: wall-clock time in Berlin. */
export function berlinTime(time: Date): string {
  return new Date(time.getTime() + berlinOffset).toISOString().slice(0, 19).replace('T', ' ')
}

/** The two orders that the story speaks of. */
function lanternOrder(index: number, placedAt: string, customer: CustomerEntry): Order {
  return order(index, placedAt, customer, 'paid', ['LANTERN-12', 4990], 1)
}

function randomOrder(random: Random, index: number, placedAt: string): Order {
  const status = random.pick(['paid', 'paid', 'paid', 'paid', 'open', 'cancelled'])
  return order(index, placedAt, random.pick(customers), status, random.pick(prices), random.integer(1, 3))
}

function order(
  index: number,
  placedAt: string,
  [name, mailbox, country]: CustomerEntry,
  status: string,
  [sku, unitCents]: PriceEntry,
  quantity: number,
): Order {
  return {
    id: `HB-${firstNumber + index}`,
    status,
    customer: { name, email: `${mailbox}@example.org`, country },
    items: [{ sku, quantity, unitCents }],
    totalCents: quantity * unitCents,
    placedAt,
    dispatchDay: status === 'open' ? null : buggyDispatchDay(placedAt),
  }
}

/** The bug of the invented project on a Berlin host: the hour is local, the day is UTC. */
function buggyDispatchDay(placedAt: string): string {
  const hour = Number(berlinTime(new Date(placedAt)).slice(11, 13))
  const day = Date.parse(placedAt) + (hour >= 14 ? 24 : 0) * 60 * 60 * 1000
  return new Date(day).toISOString().slice(0, 10)
}

function spread(random: Random, from: string, to: string, count: number): readonly string[] {
  const start = Date.parse(`2026-03-03T${from}.000Z`)
  const step = (Date.parse(`2026-03-03T${to}.000Z`) - start) / count
  return Array.from({ length: count }, (_, index) => {
    const seconds = Math.floor((start + step * index) / 1000) + random.integer(0, Math.floor(step / 1000) - 1)
    return new Date(seconds * 1000).toISOString()
  })
}

function width(text: string): number {
  return [...text].reduce((sum, character) => sum + (/\p{Script=Han}/u.test(character) ? 2 : 1), 0)
}
