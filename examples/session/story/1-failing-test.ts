/** Act 1: the task, the first look around, and a test that fails every time. */
import { say, think } from '../agent-tools.ts'
import type { InventedProject } from '../invented-project.ts'
import { npmLog } from '../npm-log.ts'
import { allTests, type Failure, testNames, testRun } from '../test-run.ts'
import {
  checkoutTests,
  dispatchFile,
  type Stage,
  serviceFile,
  todo,
  twelveRuns,
  wrongDispatchDay,
} from './stage.ts'
import { outputText } from './story-text.ts'

const task = `The checkout tests of harbor-orders are flaky. \`test/checkout.test.ts\` fails on my laptop now and then, mostly around lunch and late at night, and never in CI. Right now it fails, so this is a good moment to look. Please find the cause and fix it.

Rules:
- never touch the migrations folder
- keep the public API of OrderService as it is, the mobile app is built on it
- don't add dependencies
- don't push, I do that myself

The compose stack on this machine is our staging, it gets a mirror of the live traffic. Look at it as much as you like but don't write to its database. Thanks 🙏`

const withDatabase = [checkoutTests, 'test/reservations.test.ts']

export function failingTest(stage: Stage): void {
  const { session, project, tools, random } = stage

  session.user(task)
  session.assistant(
    think(
      'The test fails "around lunch and late at night" and never in CI. That smells like load, parallelism or time. First I need a clean install and a reproduction; then the code paths that checkout touches. Constraints to keep in mind: migrations are off limits, OrderService keeps its public API, no new dependencies, no push, staging database read-only.',
    ),
    say("I'll reproduce the failure first, then follow the checkout through the code. Here is my plan:"),
    tools.todos(
      todo('in_progress', 'Install and reproduce the failing test', 'Reproducing the failing test'),
      todo('pending', 'Find the cause', 'Finding the cause'),
      todo('pending', 'Fix it within the rules', 'Fixing the cause'),
      todo('pending', 'Run the whole suite', 'Running the whole suite'),
    ),
  )
  session.assistant(
    tools.bash(
      'git status && git log --oneline --decorate -12',
      'Show branch and history',
      outputText('git-status'),
    ),
    tools.bash(
      'git ls-files | grep -vE "^(\\.|package|tsconfig|vitest)"',
      'List tracked files',
      outputText('tracked-files'),
    ),
    tools.read('package.json'),
  )
  session.assistant(
    say('Clean tree, vitest 3, PostgreSQL through `pg`. Installing from the lockfile.'),
    tools.bash('npm ci --loglevel=http 2>&1', 'Install dependencies', npmLog(random), { seconds: 21 }),
  )

  const firstRun = session.at('2026-03-03T23:34:02Z')
  session.assistant(
    tools.bash(
      `npx vitest run ${withDatabase.join(' ')} --reporter=verbose 2>&1`,
      'Run the tests around the checkout',
      testRun(project, random, { at: firstRun, files: withDatabase, failures: refusedConnections(project) }),
      { failed: true, seconds: 4 },
    ),
  )
  session.assistant(
    say(
      'Nothing listens on port 5434, so these failures say nothing yet. The test database seems to be a service of its own.',
    ),
    tools.read('docker-compose.yml'),
  )
  session.assistant(
    say('`db-test` sits in the profile `test`. Starting only that; the staging services stay as they are.'),
    tools.bash(
      'docker compose --profile test up -d db-test && DATABASE_URL=postgres://harbor@localhost:5434/harbor npm run -s migrate',
      'Start the test database and create its tables',
      outputText('compose-up'),
      { seconds: 6 },
    ),
  )

  const secondRun = session.at('2026-03-03T23:36:11Z')
  session.assistant(
    tools.bash(
      'npx vitest run --reporter=verbose 2>&1',
      'Run all tests',
      testRun(project, random, {
        at: secondRun,
        files: allTests,
        failures: wrongDispatchDay('2026-03-03', '2026-03-04'),
        stdout: testOutput(secondRun),
      }),
      { failed: true, seconds: 4 },
    ),
  )
  session.assistant(
    say(
      'Now it is the failure you mean: two of seven checkout tests, both about `dispatchDay`. Where is that computed and who checks it?',
    ),
    tools.bash(
      "rg -n 'dispatchDay|warehouseDay' src test",
      'Find all uses of the dispatch day',
      project.search(/dispatchDay|warehouseDay/, 'src/', 'test/'),
    ),
  )
  session.assistant(
    tools.read(serviceFile),
    tools.read(dispatchFile),
    tools.read('src/inventory/reservations.ts'),
    tools.read(checkoutTests),
  )
  session.assistant(
    say(
      'One of the two failing tests runs three checkouts in parallel. Is this really intermittent, or does it fail every time right now?',
    ),
    twelveRuns(stage, session.at('2026-03-03T23:41:16Z'), 2),
  )
}

/** Every test that needs the database, while it is down. */
function refusedConnections(project: InventedProject): readonly Failure[] {
  const helper = 'test/helpers/test-shop.ts'
  const { line, column } = project.place(
    helper,
    "await pool.query('truncate orders, reservations, stock restart",
  )
  const details =
    "{ errno: -111, code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 5434 }"
  return withDatabase.flatMap(file =>
    testNames(project, file).map(test => ({
      file,
      test,
      error: ['Error: connect ECONNREFUSED 127.0.0.1:5434', `Serialized Error: ${details}`],
      frames: ['node_modules/pg-pool/index.js:45:11', `createTestShop ${helper}:${line}:${column}`],
      // A test file that is not part of the invented project has no source to quote, only a place.
      source: project.has(file) ? 'shop = await createTestShop' : '14:12',
      mark: 'createTestShop',
    })),
  )
}

/** The logger does not know that it is under test. */
function testOutput(at: Date): readonly string[] {
  const log = (offset: number, fields: object, msg: string): string =>
    JSON.stringify({
      level: 30,
      time: at.getTime() + offset,
      pid: 48213,
      name: 'harbor-orders',
      ...fields,
      msg,
    })
  const tests = [
    'charges the card once',
    'keeps the order open when the card is declined',
    'schedules dispatch for the day the warehouse expects',
    'takes the stock for good',
  ]
  return tests.flatMap((test, index) => [
    `stdout | ${checkoutTests} > checkout > ${test}`,
    log(900 + index * 41, { orderId: 'HB-1', totalCents: 4990 }, 'order placed'),
    ...(index === 1
      ? []
      : [log(921 + index * 41, { orderId: 'HB-1', dispatchDay: '2026-03-03' }, 'order paid')]),
    '',
  ])
}
