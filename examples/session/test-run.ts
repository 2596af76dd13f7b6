/** What vitest prints for the invented project; names, lines and code frames are taken from its files. */
import { type InventedProject, projectRoot } from './invented-project.ts'
import type { Random } from './random.ts'

export interface Failure {
  readonly file: string
  readonly test: string
  /** The error, first line first. */
  readonly error: readonly string[]
  /** Frames above the test itself. */
  readonly frames?: readonly string[]
  /** A part of the failing line, and what the caret points at. */
  readonly source: string
  readonly mark: string
}

export interface TestRun {
  readonly at: Date
  /** The clock of the host; the developer sits in Berlin. */
  readonly zone?: string
  readonly files: readonly string[]
  readonly failures: readonly Failure[]
  /** What the tests of a file logged while they ran. */
  readonly stdout?: readonly string[]
}

/** Test files that the session runs but never opens. */
const unopened: Readonly<Record<string, readonly string[]>> = {
  'test/pricing.test.ts': [
    'pricing > adds 19 % VAT to German orders',
    'pricing > adds no VAT outside the EU',
    'pricing > takes the voucher off before VAT',
    'pricing > refuses an expired voucher',
    'pricing > rounds half a cent up',
    'pricing > never goes below zero',
  ],
  'test/reservations.test.ts': [
    'reservations > holds stock for half an hour',
    'reservations > tops up what an order holds already',
    'reservations > refuses more than there is',
    'reservations > gives stock back on release',
    'reservations > forgets expired reservations',
  ],
  'test/order-routes.test.ts': [
    'order routes > answers the health check',
    'order routes > creates an order',
    'order routes > refuses an order without items',
    'order routes > refuses a malformed e-mail address',
    'order routes > pays an order',
    'order routes > answers 402 when the card is declined',
    'order routes > lists the orders of a day',
    'order routes > refuses a malformed day',
  ],
}

export const allTests: readonly string[] = [
  'test/pricing.test.ts',
  'test/order-routes.test.ts',
  'test/reservations.test.ts',
  'test/checkout.test.ts',
  'test/report.test.ts',
]

export function testRun(project: InventedProject, random: Random, run: TestRun): string {
  const results = run.files.flatMap(file =>
    testNames(project, file).map(test => {
      const failure = run.failures.find(each => each.file === file && each.test === test)
      const line = `${failure ? ' ×' : ' ✓'} ${file} > ${test} ${random.integer(2, 48)}ms`
      return failure ? `${line}\n   → ${failure.error[0]?.replace(/^\w+: /, '')}` : line
    }),
  )
  const tests = run.files.reduce((sum, file) => sum + testNames(project, file).length, 0)
  const brokenFiles = new Set(run.failures.map(failure => failure.file)).size
  return [
    '',
    ` RUN  v3.2.4 ${projectRoot}`,
    '',
    ...(run.stdout ?? []),
    ...results,
    '',
    ...failureReport(project, run.failures),
    ` Test Files  ${counts(brokenFiles, run.files.length)}`,
    `      Tests  ${counts(run.failures.length, tests)}`,
    `   Start at  ${clock(run.at, run.zone)}`,
    `   Duration  ${random.integer(1410, 2980) / 1000}s (transform 214ms, setup 0ms, collect 688ms, tests ${random.integer(402, 930)}ms, environment 1ms, prepare 391ms)`,
    '',
  ].join('\n')
}

/** The two lines that are left of each run when only its counts are kept. */
export function testCounts(
  project: InventedProject,
  file: string,
  failed: number,
  at: Date,
  zone?: string,
): string {
  return [
    `      Tests  ${counts(failed, testNames(project, file).length)}`,
    `   Start at  ${clock(at, zone)}`,
  ].join('\n')
}

/** `describe > it` for every test of a file. */
export function testNames(project: InventedProject, file: string): readonly string[] {
  if (!project.has(file)) return unopened[file] ?? []
  const text = project.text(file)
  const suite = /^describe[^']*'([^']+)', \(\)/m.exec(text)?.[1] ?? ''
  return [...text.matchAll(/^ {2}it\('([^']+)'/gm)].map(match => `${suite} > ${match[1]}`)
}

function failureReport(project: InventedProject, failures: readonly Failure[]): readonly string[] {
  if (failures.length === 0) return []
  const reports = failures.flatMap((failure, index) => [
    ` FAIL  ${failure.file} > ${failure.test}`,
    ...failure.error,
    ...(failure.frames ?? []).map(frame => ` ❯ ${frame}`),
    ...codeFrame(project, failure),
    '',
    `${'⎯'.repeat(12)}[${index + 1}/${failures.length}]⎯`,
    '',
  ])
  return [`⎯⎯⎯⎯⎯⎯⎯ Failed Tests ${failures.length} ⎯⎯⎯⎯⎯⎯⎯`, '', ...reports]
}

function codeFrame(project: InventedProject, failure: Failure): readonly string[] {
  if (!project.has(failure.file)) return [` ❯ ${failure.file}:${failure.source}`]
  const { line, column } = project.place(failure.file, failure.source, failure.mark)
  const lines = project.text(failure.file).split('\n')
  const frame = lines
    .slice(line - 3, line + 2)
    .map((text, index) => `${String(line - 2 + index).padStart(6)}| ${text}`)
  frame.splice(3, 0, `${' '.repeat(6)}| ${' '.repeat(column - 1)}^`)
  return [` ❯ ${failure.file}:${line}:${column}`, ...frame.map(text => text.trimEnd())]
}

function counts(failed: number, total: number): string {
  const passed = `${total - failed} passed (${total})`
  if (failed === 0) return passed
  return failed === total ? `${failed} failed (${total})` : `${failed} failed | ${passed}`
}

/** `00:36:11` */
function clock(at: Date, zone = 'Europe/Berlin'): string {
  return at.toLocaleTimeString('en-GB', { timeZone: zone })
}
