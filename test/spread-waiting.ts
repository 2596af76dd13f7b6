/**
 * Runs every other file from the tests of servers, processes and stores, which wait for much of their time, so that the
 * processors have other work meanwhile. They are through first: a long one that came last would run alone.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const waitingRooms = /\/test\/(?:package|doors|store|docs|tools\/batch|examples\.test)\b/

export class SpreadWaiting extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { waiting = [], computing = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      waitingRooms.test(moduleId) ? 'waiting' : 'computing',
    )
    return [
      ...waiting.flatMap((file, at) => [file, ...computing.slice(at, at + 1)]),
      ...computing.slice(waiting.length),
    ]
  }
}
