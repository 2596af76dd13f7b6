/** Act 2: a deadlock in the server log suggests a race; the fix seems to work, for the wrong reason. */
import { say, think } from '../agent-tools.ts'
import { serverLog } from '../server-log.ts'
import { type Stage, todo, twelveRuns } from './stage.ts'
import { editText, outputText } from './story-text.ts'

const reservations = 'src/inventory/reservations.ts'

export function wrongTrack(stage: Stage): void {
  const { session, project, tools, random, orders } = stage

  session.at('2026-03-03T23:55:10Z')
  session.assistant(
    say(
      '12 of 12 runs fail, so at the moment it is not flaky at all. Let me see what staging logged today; the mirror of the live traffic should show the same problem if it is real.',
    ),
    tools.bash(
      'docker compose logs api --no-color --since 2026-03-03T04:30:00Z --until 2026-03-03T13:30:00Z',
      'Show the staging log of the day',
      serverLog(project, random, orders, '2026-03-03T04:30:00Z', '2026-03-03T13:30:00Z'),
      { seconds: 2 },
    ),
  )
  session.assistant(
    think(
      'Two errors in nine hours. One is a rejected order, HB-10417, with a dispatch day before the order day. The other is a deadlock in reserve(), called from checkout. The failing test does parallel checkouts of one product. reserve() reads the stock without a lock and then updates it; after a deadlock inTransaction retries the work. If the retry runs with stale data, the dispatch day could be off. Lunch time = peak load = 11:32 UTC. That would fit "around lunch". It does not fit "late at night", but the nightly import may cause load too.',
    ),
    say(
      'Two errors in nine hours of routine: a rejected order (HB-10417) and a deadlock inside `reserve()` during a checkout at 11:32 UTC, so around lunch.\n\nHypothesis: a race. `reserve()` reads the stock without a lock, the transaction is retried after a deadlock, and the retried checkout ends up with a stale dispatch day. Checking the history of that code.',
    ),
    tools.bash(
      'git log -2 --stat -- src/db.ts src/inventory/reservations.ts',
      'Show the history of the reservation code',
      outputText('git-history'),
    ),
    tools.read('src/db.ts'),
    tools.read(reservations),
  )
  session.assistant(
    say(
      'The read in `reserve()` takes no row lock. I lock the stock row and walk the items in a fixed order, so that two carts cannot block each other.',
    ),
    tools.edit(reservations, ...editText('reservations-lock')),
    tools.edit(reservations, ...editText('reservations-order')),
  )
  session.assistant(tools.bash('git diff', 'Show the change', project.diff()))
  session.assistant(twelveRuns(stage, session.at('2026-03-04T00:00:48Z'), 0))
  session.assistant(
    say(
      '12 of 12 runs are green now, after 12 of 12 red ones. 🎉 The missing row lock was the cause: parallel checkouts raced for the stock row, and the retry computed the dispatch day from stale data. The change is small, three lines in `src/inventory/reservations.ts`; no migration, no new dependency, `OrderService` untouched.',
    ),
  )

  session.at('2026-03-04T00:03:05Z')
  session.user(
    "hm, all red and then all green, I don't trust that. Take your lock out again and run it once more before you call it fixed. Also: the deadlock is HO-212, we know it and Mira has a branch for it, so please leave it alone. And read support/HO-231.md, could be related 🤔",
  )
  project.restore(reservations)
  session.assistant(
    tools.bash(
      'git stash',
      'Put the lock aside',
      'Saved working directory and index state WIP on fix/flaky-checkout: 4be91c2 Answer 402 when a card is declined',
    ),
    twelveRuns(stage, session.at('2026-03-04T00:04:10Z'), 0),
    tools.bash('cat support/HO-231.md', 'Read the ticket', project.text('support/HO-231.md').trimEnd()),
  )
  session.assistant(
    think(
      'Green without the lock as well. So the lock changed nothing; what changed between 23:41 and 00:01 UTC is the time. 00:41 local was red, 01:01 local is green. The ticket says the same thing: an order placed at 23:41 UTC = 00:41 in Berlin got the dispatch day 2 March. Lunch: 14:22 in Berlin = 13:22 UTC for Großmann. So the windows are 00:00-01:00 and 14:00-15:00 Berlin time: exactly the hour in which local time and UTC disagree about the day or about the cutoff.',
    ),
    say(
      'You were right not to trust it. Without the lock the tests are green as well, so **the race hypothesis is wrong** and I drop it. What changed between red and green is only the clock: 00:41 in Berlin was red, 01:01 is green.\n\nThe ticket fits: HB-10417 was placed at 00:41 Berlin time (23:41 UTC) and got a dispatch day before its order day. I leave the deadlock to HO-212 and look at time zones instead.',
    ),
    tools.bash(
      'git stash drop',
      'Throw the lock away',
      'Dropped refs/stash@{0} (7d20c9e4f6b1a3358c0d9be2714fa6605ce1d832)',
    ),
    tools.todos(
      todo('completed', 'Install and reproduce the failing test', 'Reproducing the failing test'),
      todo(
        'in_progress',
        'Find the cause: local time against UTC (the race was a wrong track)',
        'Finding the cause',
      ),
      todo('pending', 'Fix it within the rules', 'Fixing the cause'),
      todo('pending', 'Run the whole suite', 'Running the whole suite'),
    ),
  )
}
