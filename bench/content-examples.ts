/** `node bench/content-examples.ts`: the examples of docs/content.md, as the code shortens them. */
import { cleanTerminal } from '../src/reduce/clean-terminal.ts'
import { contentReader, detectedKind } from '../src/reduce/content/index.ts'
import { sourceOf } from '../src/scan/actions/source-of.ts'
import { countersFor } from '../src/tokens/counters.ts'

const { counter } = countersFor({})

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n')
}

const two = (value: number): string => String(value).padStart(2, '0')

/** What a command printed, by the command. */
const outputs: readonly (readonly [command: string, text: string])[] = [
  [
    'docker logs api',
    `${lines(40, at => `2026-05-04T09:00:${two(at)}Z INFO  request GET /orders/${500 + at} 200 ${11 + at}ms`)}
2026-05-04T09:00:41Z WARN  pool 18 of 20 connections in use
2026-05-04T09:00:42Z ERROR db timeout after 3000ms, query orders_by_day
${lines(12, at => `2026-05-04T09:01:${two(at)}Z ERROR db timeout after 3000ms, query orders_by_day`)}
2026-05-04T09:02:00Z INFO  shutdown`,
  ],
  [
    'curl -s https://api.example.org/jobs',
    JSON.stringify(
      {
        page: 1,
        results: Array.from({ length: 8 }, (_, at) => ({
          id: 700 + at,
          url: `https://api.example.org/jobs/${700 + at}`,
          queue: 'mail',
          status: at === 5 ? 'failed' : 'done',
          ms: 40 + 3 * at,
          ...(at === 5 && { error: 'mailbox full' }),
        })),
      },
      undefined,
      2,
    ),
  ],
  [
    'npx vitest run',
    ` RUN  v3.2.4 /app

${lines(9, at => ` ✓ test/cart-${at}.test.ts (${at + 3} tests) ${5 + at}ms`)}
 ❯ test/tax.test.ts (4 tests | 1 failed) 12ms
   × tax > rounds half up 6ms
     → expected 19.5 to be 20

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/tax.test.ts > tax > rounds half up
AssertionError: expected 19.5 to be 20 // Object.is equality

- Expected
+ Received

- 20
+ 19.5

 ❯ test/tax.test.ts:14:22

 Test Files  1 failed | 9 passed (10)
      Tests  1 failed | 66 passed (67)
   Duration  1.21s`,
  ],
  [
    'npx eslint src',
    `/app/src/cart.ts
${lines(6, at => `  ${10 + at}:5  warning  Unexpected console statement  no-console`)}
  31:9  error    'total' is never reassigned. Use 'const' instead  prefer-const

✖ 7 problems (1 error, 6 warnings)`,
  ],
  [
    'rg -n dispatchDay',
    `src/orders/dispatch.ts:9:export function dispatchDay(placedAt: Date): string {
src/orders/dispatch.ts:22:  return dispatchDay(next)
src/orders/order-service.ts:4:import { dispatchDay } from './dispatch.ts'
src/orders/order-service.ts:50:        dispatchDay: dispatchDay(order.placedAt),
src/orders/order-service.ts:53:    logger.info({ id, dispatchDay: paid.dispatchDay }, 'order paid')
src/orders/report.ts:12:  const days = orders.map(order => order.dispatchDay)`,
  ],
  [
    'git ls-files',
    `packages/server/src/orders/dispatch.ts
packages/server/src/orders/order-repository.ts
packages/server/src/orders/order-service.ts
packages/server/src/orders/pricing.ts
packages/server/src/orders/types.ts
packages/server/src/warehouse/batch.ts
packages/server/src/warehouse/client.ts
packages/server/src/warehouse/schedule.ts
packages/server/src/index.ts`,
  ],
  [
    'git diff',
    `diff --git a/src/tax.ts b/src/tax.ts
index 3f1c2aa..9be0d17 100644
--- a/src/tax.ts
+++ b/src/tax.ts
@@ -10,7 +10,7 @@ export function tax(net: number, rate: number): number {
   if (rate < 0) throw new RangeError('rate')
   const raw = net * rate
 
-  return Math.floor(raw)
+  return Math.round(raw)
 }
diff --git a/package-lock.json b/package-lock.json
index 11aa22b..33cc44d 100644
--- a/package-lock.json
+++ b/package-lock.json
@@ -4,7 +4,7 @@
   "lockfileVersion": 3,
-    "version": "1.4.0",
+    "version": "1.4.1",
   "requires": true`,
  ],
  [
    'node server.js',
    `TypeError: Cannot read properties of undefined (reading 'id')
    at findOrder (/app/src/orders/find-order.js:14:22)
    at Layer.handle (/app/node_modules/express/lib/router/layer.js:95:5)
    at next (/app/node_modules/express/lib/router/route.js:149:13)
    at Route.dispatch (/app/node_modules/express/lib/router/route.js:119:3)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
  ],
  [
    'cat src/tax.ts',
    `import { round } from './round.ts'

/** Tax on a net amount. */
export function tax(net: number, rate: number): number {
  if (rate < 0) throw new RangeError('rate')
  const raw = net * rate
  return round(raw)
}

export class TaxTable {
  readonly #rates = new Map<string, number>()

  rateOf(country: string): number {
    const known = this.#rates.get(country)
    return known ?? 0
  }
}`,
  ],
  [
    'kubectl get pods -n shop',
    `NAME                     READY   STATUS             RESTARTS   AGE
${lines(6, at => `api-7d9c5b6f4-x${at}k2p      1/1     Running            0          5d`)}
mail-5c8f7d6b9-q8z4r     0/1     CrashLoopBackOff   17         5d`,
  ],
  [
    'npm install',
    `npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported
${lines(6, at => `npm http fetch GET 200 https://registry.npmjs.org/pkg-${at} ${20 + at}ms (cache hit)`)}

added 212 packages, and audited 213 packages in 4s

31 packages are looking for funding
  run \`npm fund\` for details

1 moderate severity vulnerability`,
  ],
]

for (const [command, printed] of outputs) {
  const text = cleanTerminal(printed)
  const call = sourceOf({ name: 'Bash', text: JSON.stringify({ command }) })
  const source = { role: 'tool' as const, kind: detectedKind(text), ...call }
  const { name, lossless, ...content } = contentReader(text, source)
  const shown: string[] = []
  for (const { value, text: piece } of content.pieces(text, source))
    if (value === 'key' || value === 'useful') shown.push(piece)
  show(`$ ${command} (${name})`, text)
  const encoded = lossless?.encode(text)
  if (encoded !== undefined) show('lossless', encoded)
  show('key and useful', shown.join('\n'))
}

function show(title: string, text: string): void {
  process.stdout.write(`── ${title}: ${counter.count(text)} tokens\n${text}\n\n`)
}
