import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { aider } from '../../src/transcripts/aider.ts'
import { cline } from '../../src/transcripts/cline.ts'
import { copilotCli } from '../../src/transcripts/copilot-cli.ts'
import { transcriptReaders } from '../../src/transcripts/index.ts'
import { miniSweAgent } from '../../src/transcripts/mini-swe-agent.ts'
import { openCode } from '../../src/transcripts/opencode.ts'
import { openHands } from '../../src/transcripts/openhands.ts'
import { pi } from '../../src/transcripts/pi.ts'
import { qwenCode } from '../../src/transcripts/qwen-code.ts'
import { specStory } from '../../src/transcripts/specstory.ts'
import { sweAgent } from '../../src/transcripts/swe-agent.ts'
import { tauBench } from '../../src/transcripts/tau-bench.ts'
import type { TranscriptReader } from '../../src/transcripts/transcript.ts'
import { fixture } from './fixture.ts'

const fixtures: readonly (readonly [file: string, reader: TranscriptReader])[] = [
  ['copilot-cli.jsonl', copilotCli],
  ['qwen-code.jsonl', qwenCode],
  ['qwen-code-agent.jsonl', qwenCode],
  ['opencode.json', openCode],
  ['pi.jsonl', pi],
  ['pi-tree.jsonl', pi],
  ['cline.json', cline],
  ['cline-task.json', cline],
  ['cline-roo.json', cline],
  ['swe-agent.traj', sweAgent],
  ['swe-agent-tools.traj', sweAgent],
  ['swe-agent-steps.traj', sweAgent],
  ['mini-swe-agent.traj.json', miniSweAgent],
  ['mini-swe-agent-bare.traj.json', miniSweAgent],
  ['mini-swe-agent-responses.traj.json', miniSweAgent],
  ['openhands.jsonl', openHands],
  ['openhands-text.jsonl', openHands],
  ['openhands-sdk.jsonl', openHands],
  ['tau-bench.json', tauBench],
  ['tau-bench-few-shot.jsonl', tauBench],
  ['aider.md', aider],
  ['specstory.md', specStory],
  ['specstory-codex.md', specStory],
  ['specstory-cursor.md', specStory],
]

function recordsOf(file: string): unknown[] {
  const text = readFileSync(fixture(file), 'utf8')
  if (file.endsWith('.md')) return text.split('\n')
  return file.endsWith('.jsonl') ? text.trim().split('\n').map(parse) : [parse(text)]
}

function parse(text: string): unknown {
  return JSON.parse(text)
}

function play(reader: TranscriptReader, records: readonly unknown[]) {
  reader.detect(records)
  const builder = reader.begin()
  const reasons = records.map((record, index) => builder.add(record, index + 1))
  return { reasons, ...builder.finish() }
}

/** Values that JSON can say and that trip whoever trusts them. */
const hostile: readonly unknown[] = [
  null,
  7,
  '',
  [],
  {},
  [null, [[]], 'x'],
  parse('{"toString": 1, "valueOf": 2, "__proto__": {"role": "user"}, "length": -1}'),
]

/** Every copy of a value in which one of its parts is another. */
function* variants(value: unknown, parts: readonly unknown[]): Generator<unknown> {
  yield* parts
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value))
    for (const variant of variants(part, parts))
      yield Array.isArray(value)
        ? value.with(Number(key), variant)
        : Object.fromEntries([...Object.entries(value).filter(([other]) => other !== key), [key, variant]])
}

describe.each(fixtures)('%s', (file, reader) => {
  const records = recordsOf(file)

  it('is known by its content to its own reader alone', () => {
    const found = transcriptReaders.filter(each => each.agent !== 'messages' && each.detect(records))
    expect(found.map(each => each.agent)).toEqual([reader.agent])
  })

  it('reads with nothing odd', () => {
    expect(play(reader, records).reasons.filter(reason => reason !== undefined)).toEqual([])
  })

  it('never throws, whatever is in any of its places, and gives messages of its format alone', () => {
    const broken = records.flatMap((record, index) =>
      [...variants(record, hostile)].filter(variant => {
        const { messages, origins, events, format } = play(reader, records.with(index, variant))
        const { detect } = formatNamed(format)
        return !(
          messages.every(message => detect(message, formats).fits !== 'no') &&
          origins.length === messages.length &&
          events.every(event => event.at <= messages.length)
        )
      }),
    )
    expect(broken).toEqual([])
  })
})

describe.each([
  copilotCli,
  qwenCode,
  openCode,
  pi,
  cline,
  sweAgent,
  miniSweAgent,
  openHands,
  tauBench,
  specStory,
])('$agent', reader => {
  it('takes any JSON value for a record and gives a reason or nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), records => {
        for (const reason of play(reader, records).reasons)
          expect(['string', 'undefined']).toContain(typeof reason)
      }),
    )
  })

  it('is not taken in by plain messages', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: 'Hello', tool_calls: [] },
    ]
    expect(reader.detect(messages)).toBe(false)
    expect(reader.detect([messages])).toBe(false)
    expect(reader.detect([{ model: 'gpt-5', messages }])).toBe(false)
    expect(reader.detect([])).toBe(false)
  })
})
