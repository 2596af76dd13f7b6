/** How well the reader recognises what a person typed, against user texts of ten agents that were labelled by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatNamed } from '../src/formats/index.ts'
import type { Speech } from '../src/scan/speakers/speech.ts'
import { whoSpoke } from '../src/scan/speakers/who-spoke.ts'
import { hashText } from '../src/tokens/hash.ts'
import type { AgentName, Message } from '../src/types.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'
import { markdownChats } from './markdown-chats.ts'
import { writeResults } from './results.ts'

/** `forwarded`: short prose of somebody else that a person sends in the place of words of their own, without any mark. */
type Label = 'typed' | 'forwarded' | 'pasted' | 'program' | 'instructions' | 'summary' | 'quotedAgent'

/** The texts themselves stay in the corpus: a text is named by the SHA-256 of its UTF-8. */
interface Labelled {
  readonly hash: string
  readonly agent: AgentName
  readonly parts: readonly (readonly [label: Label, start: number, end: number])[]
}

interface Stretch {
  readonly start: number
  readonly end: number
}

interface Counts {
  readonly claimed: number
  readonly right: number
  readonly labelled: number
  readonly found: number
}

interface Score {
  readonly name: string
  readonly texts: number
  readonly characters: Counts
  readonly stretches: Counts
}

/** What is asked of a text: which stretches the reader names, and which the labels. */
interface Measure {
  readonly name: string
  readonly claimed: (parts: readonly Speech[]) => readonly Stretch[]
  readonly labels: ReadonlySet<Label>
  /** Counted neither way. */
  readonly open: ReadonlySet<Label>
}

const typed: Measure = {
  name: 'typed by a person',
  claimed: typedOf,
  labels: new Set(['typed']),
  open: new Set(['forwarded']),
}

const measures: readonly Measure[] = [
  typed,
  { ...typed, name: 'typed, forwarded prose counted as not typed', open: new Set() },
  {
    name: 'sent by a person, typed or pasted',
    claimed: parts => [...typedOf(parts), ...parts.filter(({ kind }) => kind === 'pasted')],
    labels: new Set(['typed', 'forwarded', 'pasted']),
    open: new Set(),
  },
]

/** What the reader says a person typed: of a command its name and arguments. */
function typedOf(parts: readonly Speech[]): readonly Stretch[] {
  return parts.flatMap(part => {
    if (part.kind === 'command') return [part.name, ...(part.arguments === undefined ? [] : [part.arguments])]
    return part.kind === 'typed' || part.kind === 'retyped' ? [part] : []
  })
}

export async function benchWhoSpoke(): Promise<void> {
  const labels = readLabels()
  const wanted = new Set(labels.map(({ hash }) => hash))
  const read = new Map<string, Read>()
  const transcripts = [...(await corpusTranscripts()), ...(await markdownChats())]
  for (const { format, messages, sidechains } of transcripts)
    for (const raw of [messages, ...sidechains.map(each => each.messages)])
      readTexts(formatNamed(format).read(raw), wanted, read)
  if (read.size === 0) {
    console.log('who spoke: skipped, there is no corpus (name its directory with --corpus)')
    return
  }
  const texts = labels.flatMap(label => {
    const found = read.get(label.hash)
    return found === undefined ? [] : [{ ...found, label }]
  })
  if (process.argv.includes('--misses')) for (const text of texts) showMiss(text)
  const agents = Map.groupBy(texts, ({ label }) => label.agent)
  const scores = [
    ...measures.map(measure => scoreOf(measure.name, texts, measure)),
    ...Array.from(agents, ([agent, own]) => scoreOf(`${agent}: typed`, own, typed)),
  ]
  writeResults('who-spoke', scores, table(scores))
}

interface Read {
  readonly text: string
  readonly parts: readonly Speech[]
}

interface Scored extends Read {
  readonly label: Labelled
}

function readLabels(): readonly Labelled[] {
  const lines = readFileSync(join(import.meta.dirname, 'fixtures/who-spoke.jsonl'), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => JSON.parse(line) as Labelled)
}

/** Each text at its first place. */
function readTexts(messages: readonly Message[], wanted: ReadonlySet<string>, read: Map<string, Read>): void {
  const { speechAt } = whoSpoke(messages)
  for (const [message, { role, blocks }] of messages.entries())
    for (const [block, each] of blocks.entries()) {
      if (role !== 'user' || each.type !== 'text') continue
      const hash = hashText(each.text)
      if (wanted.has(hash) && !read.has(hash))
        read.set(hash, { text: each.text, parts: speechAt({ message, block }) })
    }
}

function scoreOf(name: string, texts: readonly Scored[], measure: Measure): Score {
  return {
    name,
    texts: texts.length,
    characters: sum(texts.map(text => characters(text, measure))),
    stretches: sum(texts.map(text => stretches(text, measure))),
  }
}

function labelledAs({ parts }: Labelled, wanted: ReadonlySet<Label>): readonly Stretch[] {
  return parts.flatMap(([label, start, end]) => (wanted.has(label) ? [{ start, end }] : []))
}

/** One entry for each character: 1 where it is in one of the stretches; white space counts for nobody. */
function marks(text: string, spans: readonly Stretch[], except: readonly Stretch[]): Uint8Array {
  const marked = new Uint8Array(text.length)
  for (const { start, end } of spans)
    for (let at = start; at < end; at += 1) marked[at] = /\s/.test(text[at] as string) ? 0 : 1
  for (const { start, end } of except) marked.fill(0, start, end)
  return marked
}

function shared(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((count, mark, at) => count + (mark & (other[at] as number)), 0)
}

function total(marked: Uint8Array): number {
  return marked.reduce((count, mark) => count + mark, 0)
}

function characters({ text, parts, label }: Scored, measure: Measure): Counts {
  const open = labelledAs(label, measure.open)
  const claimed = marks(text, measure.claimed(parts), open)
  const labelled = marks(text, labelledAs(label, measure.labels), open)
  const both = shared(claimed, labelled)
  return { claimed: total(claimed), right: both, labelled: total(labelled), found: both }
}

/** A stretch is right, or found, where most of its characters are. */
function stretches({ text, parts, label }: Scored, measure: Measure): Counts {
  const open = labelledAs(label, measure.open)
  const counted = (spans: readonly Stretch[]): readonly Uint8Array[] =>
    spans.map(span => marks(text, [span], open)).filter(marked => total(marked) > 0)
  const claimed = measure.claimed(parts)
  const labelled = labelledAs(label, measure.labels)
  const mostIn = (spans: readonly Uint8Array[], others: readonly Stretch[]): number => {
    const marked = marks(text, others, open)
    return spans.filter(span => shared(span, marked) * 2 > total(span)).length
  }
  const ownClaimed = counted(claimed)
  const ownLabelled = counted(labelled)
  return {
    claimed: ownClaimed.length,
    right: mostIn(ownClaimed, labelled),
    labelled: ownLabelled.length,
    found: mostIn(ownLabelled, claimed),
  }
}

function sum(counts: readonly Counts[]): Counts {
  const of = (name: keyof Counts): number => counts.reduce((all, each) => all + each[name], 0)
  return { claimed: of('claimed'), right: of('right'), labelled: of('labelled'), found: of('found') }
}

function table(scores: readonly Score[]): string {
  return [
    '| | texts | precision, characters | recall, characters | precision, stretches | recall, stretches |',
    '| --- | --: | --: | --: | --: | --: |',
    ...scores.map(
      ({ name, texts, characters: c, stretches: s }) =>
        `| ${name} | ${texts} | ${share(c.right, c.claimed)} | ${share(c.found, c.labelled)} | ${share(s.right, s.claimed)} | ${share(s.found, s.labelled)} |`,
    ),
    '',
    'White space is not counted; a stretch is right where most of it is. Forwarded prose: short texts of others that a person sends without a mark, such as a review comment as a message; left out where nothing else is said.',
  ].join('\n')
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3)
}

/** For whoever works on the reader: the texts on which it disagrees with the labels, by their first characters. */
function showMiss(scored: Scored): void {
  const { claimed, right, labelled, found } = characters(scored, { ...typed, open: new Set() })
  if (claimed === right && labelled === found) return
  const { text, parts, label } = scored
  const shown = parts.map(part => `${part.kind} ${part.start}–${part.end}`).join(', ')
  const wanted = label.parts.map(([name, start, end]) => `${name} ${start}–${end}`).join(', ')
  console.log(`${label.agent} ${JSON.stringify(text.slice(0, 100))}\n  claimed: ${shown}\n  label: ${wanted}`)
}

if (process.argv[1] === import.meta.filename) await benchWhoSpoke()
