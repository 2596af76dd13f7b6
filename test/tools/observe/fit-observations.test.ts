import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import { fitObservations } from '../../../src/tools/observe/fit-observations.ts'
import type { SessionObservations } from '../../../src/tools/observe/observation.ts'
import { observeMessages } from '../../../src/tools/observe/observe-messages.ts'
import { parseMarkdown } from '../../../src/tools/observe/written/parse-markdown.ts'
import { renderMarkdown } from '../../../src/tools/observe/written/render-markdown.ts'
import { renderXml } from '../../../src/tools/observe/written/render-xml.ts'
import { bugfixTurns, session } from './sessions.ts'

const counter = exactCounter()
const sessions: readonly SessionObservations[] = [
  { session: 'one', observations: observeMessages(session(bugfixTurns), { root: '/app' }) },
  { session: 'two', observations: observeMessages(session(bugfixTurns), { root: '/app' }) },
]
const whole = counter.count(renderMarkdown(sessions))
const verbs = ({ observations }: SessionObservations): readonly string[] =>
  observations.flatMap(({ facts }) => facts.map(({ verb }) => verb))

describe('fitObservations', () => {
  it('changes nothing where there is room', () => {
    const fitted = fitObservations(sessions, { tokens: whole, counter, render: renderMarkdown })
    expect(fitted).toMatchObject({ isWithin: true, tokens: whole, sessions })
    expect(fitted.sessions.every(({ leftOut }) => leftOut === undefined)).toBe(true)
  })

  it('leaves out narratives first, the oldest before the others, and says so', () => {
    const fitted = fitObservations(sessions, { tokens: whole - 20, counter, render: renderMarkdown })
    expect(fitted.isWithin).toBe(true)
    expect(fitted.sessions[0]?.observations[0]).not.toHaveProperty('narrative')
    expect(fitted.sessions[1]?.observations[0]).toHaveProperty('narrative')
    expect(fitted.sessions[0]?.leftOut).toMatchObject({
      narratives: expect.any(Number),
      facts: 0,
      files: 0,
      commands: 0,
    })
    expect(verbs(fitted.sessions[0] as SessionObservations)).toEqual(
      verbs(sessions[0] as SessionObservations),
    )
    expect(parseMarkdown(fitted.text)).toEqual(fitted.sessions)
  })

  it('meets every budget from the least on, keeps more the more there is, and never loses what must not fade', () => {
    const least = fitObservations(sessions, { tokens: 1, counter, render: renderMarkdown })
    expect(least.isWithin).toBe(false)
    for (const own of least.sessions) {
      expect([...new Set(verbs(own))].sort()).toEqual(['decided', 'failed', 'said'])
      expect(own.leftOut?.commands).toBe(2)
    }
    let before = least.tokens
    for (let tokens = least.tokens; tokens <= whole; tokens += 7) {
      const fitted = fitObservations(sessions, { tokens, counter, render: renderMarkdown })
      expect(fitted.isWithin).toBe(true)
      expect(fitted.tokens).toBeLessThanOrEqual(tokens)
      expect(counter.count(fitted.text)).toBe(fitted.tokens)
      expect(fitted.tokens).toBeGreaterThanOrEqual(before)
      before = fitted.tokens
    }
  })

  it('fits any form', () => {
    for (const render of [renderXml, (given: unknown) => JSON.stringify(given)]) {
      const all = counter.count(render(sessions))
      const fitted = fitObservations(sessions, { tokens: Math.floor(all * 0.8), counter, render })
      expect(fitted.isWithin).toBe(true)
    }
  })
})
