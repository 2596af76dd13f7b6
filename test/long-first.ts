/** Begins with the tests of servers, processes and whole sessions: a long one that came last would run alone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longRooms = /\/test\/(?:package|patterns|doors|store|laws|session)\//

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => longRooms.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}
