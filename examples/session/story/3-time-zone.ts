/** Act 3: the clock is the culprit, and a first fix that uses the wrong clock. */
import { say, think } from '../agent-tools.ts'
import { ordersTable, psqlTable } from '../orders.ts'
import { testRun } from '../test-run.ts'
import {
  checkoutTests,
  dispatchFile,
  dispatchTests,
  fourZones,
  type Stage,
  serviceFile,
  wrongDispatchDay,
} from './stage.ts'
import { editText, newFileText } from './story-text.ts'

export function timeZone(stage: Stage): void {
  const { session, project, tools, random, orders } = stage

  session.assistant(
    say(
      'Reading the two files again with the clock in mind, and searching for everything that asks the host for its local time.',
    ),
    tools.read(dispatchFile),
    tools.read(serviceFile),
    tools.bash(
      "rg -n 'new Date\\(|getHours|getDate|getDay|setDate|setHours|toISOString' src test/helpers",
      'Find everything that handles dates',
      project.search(
        /new Date\(|getHours|getDate|getDay|setDate|setHours|toISOString/,
        'src/',
        'test/helpers/',
      ),
    ),
  )
  session.assistant(
    say(
      '`dispatchDay()` mixes two clocks: the hour comes from `getHours()` (local), the day from `toISOString()` (UTC). If that is the cause, another time zone must bring the failure back at once.',
    ),
    fourZones(stage, session.at('2026-03-04T00:10:24Z'), { 'America/Los_Angeles': 2 }),
  )

  const inLosAngeles = session.at('2026-03-04T00:11:30Z')
  session.assistant(
    tools.bash(
      `TZ=America/Los_Angeles npx vitest run ${checkoutTests} --reporter=verbose 2>&1`,
      'Show the failure in Los Angeles',
      testRun(project, random, {
        at: inLosAngeles,
        zone: 'America/Los_Angeles',
        files: [checkoutTests],
        failures: wrongDispatchDay('2026-03-05', '2026-03-04'),
      }),
      { failed: true, seconds: 4 },
    ),
  )
  session.assistant(
    say(
      'Confirmed: only the time zone differs, and the day is off by one. How many orders of today are affected on staging?',
    ),
    tools.bash(
      "curl -s 'http://localhost:8080/orders?day=2026-03-03'",
      'Fetch the orders of 3 March from staging',
      JSON.stringify(orders),
    ),
    tools.bash(
      `docker compose exec -T db psql -U harbor -c "show timezone" -c "select id, customer_name, status, placed_at, dispatch_day from orders where placed_at >= '2026-03-03' and placed_at < '2026-03-04' and status = 'paid' order by placed_at"`,
      'Look at the paid orders as they are stored',
      `${psqlTable(['TimeZone'], [['Etc/UTC']])}\n\n${ordersTable(orders.filter(order => order.status === 'paid'))}\n`,
    ),
  )
  session.assistant(
    say(
      'One odd row among them: HB-10417 (陈思远), placed `2026-03-02T23:41:07Z`, has `dispatchDay` 2026-03-02. And the table shows more: PostgreSQL runs in UTC, but `placed_at` holds Berlin wall-clock time (00:41:07). How do these values get in there?',
    ),
    tools.read('src/orders/order-repository.ts'),
    tools.bash(
      "rg -n 'timestamp|date' migrations -g '0003_*'",
      'Find the types of the columns',
      project.search(/timestamp|date/, 'migrations/0003_'),
    ),
  )
  session.assistant(
    think(
      'placed_at is `timestamp` without a time zone. pg serialises a JS Date in local time, PostgreSQL ignores the offset for a column without zone, and pg parses it back as local time. So within one process it round-trips, but the stored value depends on the host. The migrations are off limits, so the column type stays. Simplest fix: make dispatchDay use one clock. Shop time, Europe/Berlin, looks natural: the shop is in Berlin and the data is Berlin time already.',
    ),
    say(
      'Root cause: `placed_at` is a `timestamp` without time zone, written and read in the local time of the host, and `dispatchDay()` takes the hour from local time but the day from UTC. On a Berlin host the result is wrong from 00:00 to 01:00 (day) and differs from the warehouse from 14:00 to 15:00 (cutoff). In CI, where the host runs in UTC, both clocks agree, so it never fails.\n\nI make `dispatchDay()` use one clock, the one of the shop (Europe/Berlin), and pin it with tests that do not depend on the time of day.',
    ),
    tools.edit(dispatchFile, ...editText('dispatch-shop-hour')),
    tools.edit(dispatchFile, ...editText('dispatch-shop-clock')),
    tools.write(dispatchTests, newFileText('dispatch.test.ts')),
  )
  const withShopTime = session.at('2026-03-04T00:13:10Z')
  session.assistant(
    tools.bash(
      `npx vitest run ${dispatchTests} ${checkoutTests} --reporter=verbose 2>&1`,
      'Run the dispatch and checkout tests',
      testRun(project, random, { at: withShopTime, files: [dispatchTests, checkoutTests], failures: [] }),
      { seconds: 4 },
    ),
  )
  session.assistant(
    say(
      'Green. `dispatchDay()` now always reckons in Berlin time, on any host: HB-10417 gets 3 March, and orders after 14:00 in Berlin go out on the next day. `OrderService.listForDay()` still builds its bounds from the local time of the host; I would switch that to Berlin time next. Shall I go on?',
    ),
  )
}
