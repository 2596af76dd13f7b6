/** Act 4: the user corrects the course, the fix is made in UTC, and one test stays red. */
import { say, think } from '../agent-tools.ts'
import { berlinTime, psqlTable } from '../orders.ts'
import { allTests, type Failure, testRun } from '../test-run.ts'
import { dispatchFile, dispatchTests, fourZones, type Stage, serviceFile, todo } from './stage.ts'
import { editText } from './story-text.ts'

const decision = `Understood: UTC everywhere, no local time and no Berlin time.

**Decision:** all reckoning with days and hours uses the UTC methods of \`Date\`, and \`placed_at\` is written and read as UTC in \`src/db.ts\`.
**Why:** the warehouse is the one that acts on the dispatch day, and it runs on UTC; UTC has no summer time; the \`TZ\` of the host no longer matters.
**Rejected:** Europe/Berlin in \`dispatchDay()\` (wrong cutoff, two clock changes a year); \`timestamptz\` for the column (cleaner, but it needs a migration, and that folder is off limits).`

const summary = (
  stored: string,
): string => `32 of 33 tests pass, one is red, and I have not made it green on purpose.

**Done**
- The flaky checkout tests: local time and UTC were mixed in \`dispatchDay()\`; everything is UTC now, cutoff 14:00 UTC.
- \`src/db.ts\` writes and reads timestamps as UTC, so the \`TZ\` of the host no longer matters.
- Four new tests in \`test/dispatch.test.ts\` that do not depend on the time of day.
- Not touched: migrations, package.json, the public API of \`OrderService\`, the deadlock (HO-212).

**Open error**
- \`test/report.test.ts > daily report > sums the orders of the day and names the first and the last\`: expected \`firstOrderAt\` 2026-03-01T23:30:00.000Z, received 2026-03-02T00:30:00.000Z. The fixture was written in Berlin wall-clock time and is now read as UTC. That is also why commit 9f1e6d4 had to skip this test in CI.
- The same holds for the ${stored} orders that are stored already: they will show up one hour late (two in summer) until they are converted.

**Next step**, once you decide: (1) I rewrite \`test/fixtures/orders.sql\` in UTC and take the \`skipIf(process.env.CI)\` out; (2) someone who may touch the migrations adds a backfill, \`placed_at = placed_at at time zone 'Europe/Berlin' at time zone 'UTC'\`, to be deployed together with this branch. I would not deploy (1) without (2).`

export function utcEverywhere(stage: Stage): void {
  const { session, project, tools, random, orders } = stage
  const newest = orders.at(-1)
  const stored = newest?.id.replace('HB-', '') ?? ''

  session.at('2026-03-04T00:27:40Z')
  session.user(
    'no, use UTC everywhere instead of local time. The warehouse runs on UTC and its cutoff is 14:00 UTC, see the note on Jürgen Großmann in HO-231: 13:22 UTC must still go out the same day. Berlin time would also break twice a year when the clocks change.',
  )
  session.assistant(
    say(decision),
    tools.todos(
      todo('completed', 'Install and reproduce the failing test', 'Reproducing the failing test'),
      todo('completed', 'Find the cause: local time against UTC', 'Finding the cause'),
      todo('in_progress', 'dispatchDay() in UTC, cutoff 14:00 UTC', 'Moving dispatchDay() to UTC'),
      todo('pending', 'listForDay() with bounds in UTC', 'Moving listForDay() to UTC'),
      todo('pending', 'Read and write timestamps as UTC in src/db.ts', 'Moving the database layer to UTC'),
      todo('pending', 'Run the whole suite', 'Running the whole suite'),
    ),
    tools.edit(dispatchFile, ...editText('dispatch-utc')),
  )
  project.restore(dispatchFile)
  session.assistant(
    say('That text is gone since my Berlin edit. Back to the committed version first.'),
    tools.bash(`git checkout -- ${dispatchFile}`, 'Undo the Berlin edit', ''),
    tools.read(dispatchFile),
  )
  session.assistant(
    tools.edit(dispatchFile, ...editText('dispatch-utc')),
    tools.edit(dispatchFile, ...editText('dispatch-utc-weekday')),
    tools.edit(dispatchFile, ...editText('dispatch-utc-cutoff')),
    tools.edit(serviceFile, ...editText('service-utc')),
    tools.edit('src/db.ts', ...editText('database-utc')),
    tools.edit(dispatchTests, ...editText('dispatch-tests-utc')),
  )
  session.assistant(
    say('All edits are in. Reading the results once more, and checking that no local-time call is left.'),
    tools.read(dispatchFile),
    tools.read(serviceFile),
    tools.bash(
      "rg -n 'getHours|getDate\\(|getDay\\(|setDate|setHours' src test/helpers",
      'Look for local time that is left',
      '',
    ),
  )
  if (project.search(/getHours|getDate\(|getDay\(|setDate|setHours/, 'src/', 'test/helpers/') !== '')
    throw new Error('The search above would find something.')

  const checks = session.at('2026-03-04T00:29:40Z')
  session.assistant(
    tools.bash(
      `TZ=America/Los_Angeles npx vitest run ${dispatchTests} --reporter=verbose 2>&1`,
      'Run the dispatch tests far from UTC',
      testRun(project, random, {
        at: checks,
        zone: 'America/Los_Angeles',
        files: [dispatchTests],
        failures: [],
      }),
      { seconds: 3 },
    ),
    fourZones(stage, new Date(checks.getTime() + 3000), {}),
    tools.bash('git diff', 'Show the whole change', project.diff()),
  )
  session.assistant(
    say(
      'Green in all four time zones, also in Los Angeles, where it failed before. The diff touches `src/db.ts`, `src/orders/dispatch.ts` and one method body of `OrderService`; its public API, the migrations folder and package.json are as they were. Order HB-10452 of Jürgen Großmann would now go out on 3 March, HB-10417 of 陈思远 too. ✅',
    ),
  )

  session.at('2026-03-04T00:41:15Z')
  session.user("nice. The whole suite now please, then tell me what's left 🙂")
  const lastRun = session.at('2026-03-04T00:41:50Z')
  session.assistant(
    tools.bash(
      'npx vitest run --reporter=verbose 2>&1',
      'Run all tests',
      testRun(project, random, {
        at: lastRun,
        files: [dispatchTests, ...allTests],
        failures: [shiftedReport],
      }),
      { failed: true, seconds: 4 },
    ),
  )
  session.assistant(
    say('One failure, and not in the checkout: the daily report is off by exactly one hour.'),
    tools.read('test/report.test.ts'),
    tools.read('test/fixtures/orders.sql'),
    tools.bash(
      'docker compose exec -T db psql -U harbor -c "select count(*) as orders, min(placed_at) as first, max(placed_at) as last from orders"',
      'Count the orders that staging holds in Berlin time',
      `${psqlTable(['orders', 'first', 'last'], [[stored, '2025-03-11 09:14:02', berlinTime(new Date(newest?.placedAt ?? 0))]])}\n`,
    ),
  )
  session.assistant(
    think(
      `The fixture holds Berlin wall-clock times ("as the app wrote it on a host in Berlin"). Read as UTC they are one hour late. That is the same for every row that is stored already: ${stored} orders on staging. Changing the fixture is easy, but it would hide that old rows need a backfill. The backfill is a data migration, and migrations are off limits. So I must not decide that alone: stop here and ask.`,
    ),
    tools.todos(
      todo('completed', 'dispatchDay() in UTC, cutoff 14:00 UTC', 'Moving dispatchDay() to UTC'),
      todo('completed', 'listForDay() with bounds in UTC', 'Moving listForDay() to UTC'),
      todo('completed', 'Read and write timestamps as UTC in src/db.ts', 'Moving the database layer to UTC'),
      todo(
        'in_progress',
        'test/report.test.ts: the fixture is in Berlin time',
        'Asking about the fixture and old rows',
      ),
      todo(
        'pending',
        'Backfill of the rows written before the change (needs a decision)',
        'Waiting for a decision',
      ),
    ),
  )
  session.assistant(say(summary(stored)))
}

/** Fixture rows in Berlin wall-clock time, read as UTC. */
const shiftedReport: Failure = {
  file: 'test/report.test.ts',
  test: 'daily report > sums the orders of the day and names the first and the last',
  error: [
    "AssertionError: expected { day: '2026-03-02', orders: 4, …(3) } to deeply equal { day: '2026-03-02', orders: 4, …(3) }",
    '',
    '- Expected',
    '+ Received',
    '',
    '  {',
    '    "day": "2026-03-02",',
    '-   "firstOrderAt": "2026-03-01T23:30:00.000Z",',
    '-   "lastOrderAt": "2026-03-02T17:05:00.000Z",',
    '+   "firstOrderAt": "2026-03-02T00:30:00.000Z",',
    '+   "lastOrderAt": "2026-03-02T18:05:00.000Z",',
    '    "orders": 4,',
    '    "revenueCents": 21370,',
    '  }',
    '',
  ],
  source: 'expect(report).toEqual({',
  mark: 'toEqual',
}
