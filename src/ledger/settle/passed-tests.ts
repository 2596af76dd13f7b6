/** Which run shows that tests pass which failed before. */
import { withoutPackage } from '../../scan/checks/go.ts'
import { lazily } from '../../tokens/lazily.ts'
import { byTurn, type Fact } from '../ledger.ts'
import { byKeys } from './by-keys.ts'
import { firstIndex } from './file-changes-since.ts'

/** At most this many runs of a test are read. */
const maxRuns = 50

export class PassedTests {
  readonly #runs: () => ReadonlyMap<string, readonly Fact[]>

  /** `facts`: of commands or checks, in order, with the tests that each says have passed. */
  constructor(facts: readonly Fact[]) {
    this.#runs = lazily(() => byKeys(facts, ({ tests }) => new Set(tests?.map(withoutPackage))))
  }

  /** The run that shows the last of them to pass; `undefined` where none or only some of them do. */
  after(tests: readonly string[], turn: number): Fact | undefined {
    const runs = tests.map(test => this.#run(test, turn))
    return runs.includes(undefined) ? undefined : (runs as readonly Fact[]).toSorted(byTurn).at(-1)
  }

  /** Packages may have tests of the same name. */
  #run(test: string, turn: number): Fact | undefined {
    const name = withoutPackage(test)
    const runs = this.#runs().get(name) ?? []
    const first = firstIndex(runs, turn + 1)
    return runs
      .slice(first, first + maxRuns)
      .find(({ tests = [] }) => name === test || tests.includes(test) || tests.includes(name))
  }
}
