/** One block of every hard kind, as they are in real texts. */
import type { HardReason } from '../../src/scan/hard-blocks/hard-block.ts'
import type { Segment } from '../../src/scan/segments.ts'

export interface Sample {
  readonly name: string
  readonly kind: Segment['kind']
  readonly protects: HardReason
  readonly text: string
}

const lines = (...all: string[]): string => `${all.join('\n')}\n`

export const samples: readonly Sample[] = [
  { name: 'a fence', kind: 'fence', protects: 'code_fence', text: lines('```ts', 'const a = 1', '```') },
  {
    name: 'JSON over several lines',
    kind: 'json',
    protects: 'json_structure',
    text: lines(
      '{',
      '  "orders": [{ "id": 17, "state": "open" }, { "id": 18, "state": "closed" }],',
      '  "next": null',
      '}',
    ),
  },
  {
    name: 'settings that are nested',
    kind: 'yaml',
    protects: 'yaml_structure',
    text: lines(
      'services:',
      '  web:',
      '    image: nginx:1.25',
      '    ports:',
      '      - "80:80"',
      '    restart: always',
    ),
  },
  {
    name: 'front matter',
    kind: 'yaml',
    protects: 'yaml_structure',
    text: lines('---', 'title: Orders', 'owner: billing', 'draft: true', 'weight: 12'),
  },
  {
    name: 'a Markdown table',
    kind: 'table',
    protects: 'table',
    text: lines('| id | state |', '|----|:-----:|', '| 17 | open |', '| 18 | closed |'),
  },
  {
    name: 'a table of psql',
    kind: 'table',
    protects: 'table',
    text: lines(' id | state', '----+--------', ' 17 | open', ' 18 | closed', '(2 rows)'),
  },
  {
    name: 'a table of MySQL',
    kind: 'table',
    protects: 'table',
    text: lines('+----+-------+', '| id | state |', '+----+-------+', '| 17 | open  |', '+----+-------+'),
  },
  {
    name: 'a table of box drawing',
    kind: 'table',
    protects: 'table',
    text: lines('┌────┬───────┐', '│ id │ state │', '├────┼───────┤', '│ 17 │ open  │', '└────┴───────┘'),
  },
  {
    name: 'a trace of Python',
    kind: 'stack-trace',
    protects: 'error_traceback',
    text: lines(
      'Traceback (most recent call last):',
      '  File "shop/orders.py", line 42, in close',
      '    total = sum(prices)',
      '  File "shop/prices.py", line 7, in sum',
      '    raise ValueError(price)',
      'ValueError: -1',
    ),
  },
  {
    name: 'a trace of JavaScript',
    kind: 'stack-trace',
    protects: 'error_traceback',
    text: lines(
      "TypeError: Cannot read properties of undefined (reading 'id')",
      '    at closeOrder (/srv/shop/orders.js:42:17)',
      '    at async Server.handle (/srv/shop/server.js:8:3)',
    ),
  },
  {
    name: 'a trace of Java',
    kind: 'stack-trace',
    protects: 'error_traceback',
    text: lines(
      'Exception in thread "main" java.lang.IllegalStateException: closed',
      '\tat shop.Orders.close(Orders.java:42)',
      '\tat shop.Main.main(Main.java:7)',
      'Caused by: java.io.IOException: gone',
      '\t... 12 more',
    ),
  },
  {
    name: 'a trace of Go',
    kind: 'stack-trace',
    protects: 'error_traceback',
    text: lines(
      'goroutine 1 [running]:',
      'main.closeOrder(0xc000012345)',
      '\t/srv/shop/orders.go:42 +0x1d',
      'main.main()',
      '\t/srv/shop/main.go:7 +0x20',
    ),
  },
  {
    name: 'a diff',
    kind: 'diff',
    protects: 'diff',
    text: lines(
      'diff --git a/orders.ts b/orders.ts',
      'index 1a2b3c4..5d6e7f8 100644',
      '--- a/orders.ts',
      '+++ b/orders.ts',
      '@@ -1,3 +1,3 @@',
      ' const a = 1',
      '-const b = 2',
      '+const b = 3',
      '',
    ),
  },
  {
    name: 'LaTeX on lines of its own',
    kind: 'math',
    protects: 'latex_math',
    text: lines('$$', '\\int_0^1 x^2 \\, dx = \\frac{1}{3}', '$$'),
  },
  {
    name: 'an environment of LaTeX',
    kind: 'math',
    protects: 'latex_math',
    text: lines('\\begin{align}', 'a &= b + c \\\\', 'd &= e', '\\end{align}'),
  },
  {
    name: 'a line of mathematical signs',
    kind: 'math',
    protects: 'unicode_math',
    text: lines('∀x ∈ ℝ: x² ≥ 0 ∧ ∃y ∈ ℕ: y > x'),
  },
  {
    name: 'verse',
    kind: 'verse',
    protects: 'verse_pattern',
    text: lines(
      'The lamp is low beside the door,',
      'The harbour bells are still,',
      'And none who sailed the week before',
      'Come singing down the hill.',
    ),
  },
  {
    name: 'base 64 in lines',
    kind: 'encoded',
    protects: 'base64_content',
    text: lines(
      'MIIEpAIBAAKCAQEA1c7Zk3Tf9Xw2Lp8Rv5Nc1Jb6Hm4Gd0Ys7Ue2Qa9Kx4Bv8Wn1Z',
      'Tq5Yh2Mf7Cs9Rj3Lk6Pd1Xz8Vb4Ng0We5Ua2Io7Er3Ty6Fi9Gs1Hd4Jf8Kl2Zx5Cv',
      'Bn7Mq0Wp3Er6==',
    ),
  },
  {
    name: 'a certificate',
    kind: 'encoded',
    protects: 'base64_content',
    text: lines(
      '-----BEGIN CERTIFICATE-----',
      'MIIBszCCAVmgAwIBAgIUQ2hhbmdlTWU=',
      '-----END CERTIFICATE-----',
    ),
  },
  {
    name: 'SQL',
    kind: 'sql',
    protects: 'sql_content',
    text: lines(
      'SELECT o.id, o.state',
      'FROM orders o',
      'JOIN customers c ON c.id = o.customer',
      "WHERE c.name = 'Ada';",
    ),
  },
  {
    name: 'SQL in small letters',
    kind: 'sql',
    protects: 'sql_content',
    text: lines('create table orders (id integer primary key, state text not null);'),
  },
  ...[
    'select id, total from orders',
    'select *\nfrom orders\nwhere placed_at > now() - interval 7',
    'select o.id, c.name from orders o left join customers c on c.id = o.customer_id',
    'select country, count(*) as buyers\nfrom customers\ngroup by country\norder by buyers desc',
    "insert into orders (id, state) values (7, 'open')",
    "update orders set state = 'closed' where id = 7",
    'delete from sessions where expires_at < now()',
    'create table if not exists orders (\n  id integer primary key,\n  state text not null\n)',
    'create unique index orders_by_customer on orders (customer_id, placed_at)',
    'create or replace view open_orders as select id from orders where closed_at is null',
    'alter table orders add column shipped_at timestamptz',
    'drop table if exists order_archive',
    'with recent as (\n  select id from orders limit 10\n)\nselect count(*) from recent',
    'grant select, insert on orders to reporting',
    'explain analyze select id from orders where total > 100',
  ].map(
    (text): Sample => ({
      name: `SQL in small letters without an end: ${text.split('\n')[0]}`,
      kind: 'sql',
      protects: 'sql_content',
      text: lines(text),
    }),
  ),
  {
    name: 'indented code',
    kind: 'indented-code',
    protects: 'indented_code',
    text: lines('    const total = prices.reduce(sum)', '    send(total)'),
  },
  {
    name: 'code without a fence',
    kind: 'code',
    protects: 'high_special_char_ratio',
    text: lines(
      'export function close(order: Order): void {',
      '  if (order.open) {',
      '    order.open = false',
      '  }',
      '}',
    ),
  },
  {
    name: 'code with the line numbers of a listing',
    kind: 'code',
    protects: 'high_special_char_ratio',
    text: lines(
      '     1→import os',
      '     2→',
      '     3→def close(order):',
      '     4→    """Closes it."""',
      '     5→    order.open = False',
      '     6→    return order',
    ),
  },
  {
    name: 'an argument',
    kind: 'reasoning',
    protects: 'reasoning_chain',
    text: lines(
      'The lock is held by the writer, because it was never released. Therefore every reader waits. As a result the queue grows.',
    ),
  },
]
