/** Any order of put, record and purge, held against the simplest thing that could be right. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { toText } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import type { MakeStore } from './contract.ts'
import { codeOf } from './error-of.ts'
import { originalOf, runOf } from './samples.ts'

const contents = ['alpha text', 'beta text', 'gamma text', 'ε'.repeat(200)]
const sessions = [undefined, 'one', 'two'] as const

type Step =
  | { readonly do: 'put'; readonly texts: readonly string[] }
  | { readonly do: 'record'; readonly texts: readonly string[]; readonly session: string | undefined }
  | { readonly do: 'purge'; readonly texts: readonly string[] }
  | { readonly do: 'purge session'; readonly session: string }

const some = fc.subarray(contents, { minLength: 1 })
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('put' as const), texts: some }),
    fc.record({ do: fc.constant('record' as const), texts: some, session: fc.constantFrom(...sessions) }),
    fc.record({ do: fc.constant('purge' as const), texts: some }),
    fc.record({ do: fc.constant('purge session' as const), session: fc.constantFrom('one', 'two') }),
  ),
  { maxLength: 12 },
)

class Model {
  readonly states = new Map<string, 'available' | 'purged'>()
  readonly runs: { texts: readonly string[]; session: string | undefined }[] = []

  add(texts: readonly string[]): void {
    for (const text of texts) this.states.set(text, 'available')
  }

  purge(isMeant: (text: string) => boolean): number {
    const chosen = [...this.states].filter(([text, state]) => state === 'available' && isMeant(text))
    for (const [text] of chosen) this.states.set(text, 'purged')
    return chosen.length
  }

  isOnlyIn(session: string, text: string): boolean {
    const users = this.runs.filter(({ texts }) => texts.includes(text))
    return users.length > 0 && users.every(run => run.session === session)
  }
}

const named = (text: string) => handleOf(originalOf(text).hash)

async function take(step: Step, store: Store, model: Model): Promise<void> {
  if (step.do === 'put') {
    await store.put(step.texts.map(text => originalOf(text)))
    model.add(step.texts)
  } else if (step.do === 'record') {
    await store.record(runOf(step.texts, step.session))
    model.add(step.texts)
    model.runs.push(step)
  } else if (step.do === 'purge session') {
    const purged = await store.purge({ session: step.session })
    expect(purged).toBe(model.purge(text => model.isOnlyIn(step.session, text)))
  } else {
    const known = step.texts.filter(text => model.states.has(text))
    const purged = await store.purge({ handles: known.map(named) })
    expect(purged).toBe(model.purge(text => known.includes(text)))
  }
}

async function compare(store: Store, model: Model): Promise<void> {
  for (const text of contents) {
    const state = model.states.get(text)
    if (state === 'available') expect(toText(await store.get(named(text)))).toBe(text)
    else expect(await codeOf(() => store.get(named(text)))).toBe(state ?? 'not-found')
    for (const session of ['one', 'two']) {
      const isOwn = model.runs.some(run => run.session === session && run.texts.includes(text))
      if (isOwn) expect(await store.find(named(text), session)).toBe(originalOf(text).hash)
      else expect(await codeOf(() => store.find(named(text), session))).toBe('not-found')
    }
    const hits = await store.search(text)
    expect(hits.map(({ handle }) => handle)).toEqual(state === 'available' ? [named(text)] : [])
  }
  const stats = await store.stats()
  const states = [...model.states.values()]
  expect(stats.originals).toBe(states.filter(state => state === 'available').length)
  expect(stats.purged).toBe(states.filter(state => state === 'purged').length)
  expect(stats.receipts).toBe(model.runs.length)
}

export function describeModel(make: MakeStore): void {
  describe('any order of put, record and purge', () => {
    it('leaves what a simple model says', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async all => {
          const { store, dispose } = await make()
          const model = new Model()
          try {
            for (const step of all) await take(step, store, model)
            await compare(store, model)
            expect(await store.verify()).toMatchObject({ corrupt: [], problems: [] })
          } finally {
            await store.close()
            await dispose?.()
          }
        }),
        { numRuns: 30 },
      )
    })
  })
}
