import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import type { Fact, Ledger } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import { whoSpoke } from '../../src/scan/speakers/who-spoke.ts'
import { hashText } from '../../src/tokens/hash.ts'
import { artifactTrail } from '../../src/tools/evaluate/artifact-trail.ts'
import { ruleSurvival, rulesOf } from '../../src/tools/evaluate/rule-survival.ts'
import { readTranscript } from '../../src/transcripts/entry.ts'
import type { Message } from '../../src/types.ts'
import { said } from '../tools/evaluate/messages.ts'

const corpus = join(import.meta.dirname, '../../../shared/corpus/transcripts')
const agents = [
  'claude-code',
  'codex',
  'gemini-cli',
  'copilot-cli',
  'pi',
  'cline',
  'swe-agent',
  'mini-swe-agent',
  'openhands',
]
const maxSessions = 5

function sessionsOf(agent: string): readonly string[] {
  const folder = join(corpus, agent)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder)
    .filter(file => /\.(?:jsonl|json|traj)(?:\.gz)?$/.test(file))
    .sort()
  return files.slice(0, maxSessions).map(file => join(folder, file))
}

/** Quotes are sentences, errors and requests; items of a list are as JSON in their call, paths and commands too. */
const quoting = new Set(['intent', 'constraints', 'decisions', 'questions'])

/** `/plan Do it.`: a host keeps the name and the arguments apart. */
function commandParts(typed: string): readonly string[] {
  const space = typed.startsWith('/') ? typed.indexOf(' ') : -1
  return space < 0 ? [typed] : [typed.slice(0, space), typed.slice(space + 1)]
}

function blockText(messages: readonly Message[], { turn, source }: Fact): string {
  const block = messages[turn]?.blocks[source?.block ?? -1]
  return block === undefined || block.type === 'opaque' ? '' : block.text
}

describe.skipIf(!existsSync(corpus))('ledgers of real sessions (skipped without the corpus)', () => {
  it.each(agents)('of %s are true, whole and stable', async agent => {
    const scores = { expected: 0, found: 0, wrong: 0 }
    for (const file of sessionsOf(agent)) {
      const { format, messages: raw } = await readTranscript(file)
      const messages = formatNamed(format).read(raw)
      const ledger = ledgerOfMessages(messages)
      const { text } = renderLedger(ledger, { caps: {} })
      expect(unsaid(messages, ledger), file).toEqual([])

      const { all } = artifactTrail(messages, [said('assistant', artifactsIn(text))])
      expect(all.f1, file).toBeGreaterThanOrEqual(0.98)
      scores.expected += all.expected
      scores.found += all.found
      scores.wrong += all.wrong
      expect(ruleSurvival(rulesOf(messages), text).lost, file).toEqual([])

      expect(renderLedger(parseLedger(text), { caps: {} }).text).toBe(text)
      expect(inParts(messages)).toEqual(ledger)

      for (const fact of ledger.rows.flatMap(({ facts }) => facts)) {
        const words = blockText(messages, fact)
        expect(fact.source?.hash).toBe(hashText(words))
        const isAnswer = messages[fact.turn]?.blocks[fact.source?.block ?? -1]?.type === 'toolCall'
        if (quoting.has(fact.section) && !isAnswer)
          for (const part of words.includes('<command-name>') ? commandParts(fact.about) : [fact.about])
            expect(words).toContain(part)
      }
    }
    expect(scores.found).toBeGreaterThanOrEqual(0.98 * scores.expected)
    expect(scores.wrong).toBeLessThanOrEqual(0.02 * scores.expected)
  })
})

/** The sections that are read from tool calls; what an agent said of them elsewhere is its own word. */
function artifactsIn(text: string): string {
  return text.slice(text.indexOf('## Files'), text.indexOf('## Errors'))
}

function isTyped(messages: readonly Message[], message: number): boolean {
  return whoSpoke(messages)
    .speechAt({ message, block: 0 })
    .some(({ kind }) => kind === 'typed' || kind === 'command')
}

/** Typed stretches that the ledger lacks. */
function unsaid(messages: readonly Message[], { rows }: Ledger): readonly string[] {
  const talk = new Map(
    rows.flatMap(({ section, state, facts }) =>
      section === 'talk' && state !== 'hidden' ? facts.map(({ turn, about }) => [turn, about] as const) : [],
    ),
  )
  const { speechAt } = whoSpoke(messages)
  return messages.flatMap(({ role, blocks }, message) =>
    blocks.flatMap((each, block) => {
      if (role !== 'user' || each.type !== 'text') return []
      return speechAt({ message, block })
        .flatMap(part => {
          if (part.kind === 'typed') return [part]
          if (part.kind !== 'command') return []
          return [part.name, ...(part.arguments === undefined ? [] : [part.arguments])]
        })
        .map(({ start, end }) => each.text.slice(start, end).trim())
        .filter(words => !(talk.get(message) ?? '').includes(words))
    }),
  )
}

/** Cut where the user speaks: no call is apart from its answer there, and no command from its prompt. */
function inParts(messages: readonly Message[]): Ledger {
  const cuts = messages.flatMap(({ role, blocks }, at) => {
    const isSpeech = role === 'user' && blocks.every(({ type }) => type === 'text') && isTyped(messages, at)
    return at > 0 && isSpeech && messages[at - 1]?.role !== 'assistant' ? [at] : []
  })
  const [first = 0] = cuts.slice(Math.floor(cuts.length / 2))
  return mergeLedgers(
    ledgerOfMessages(messages.slice(0, first)),
    ledgerOfMessages(messages.slice(first), { from: first }),
  )
}
