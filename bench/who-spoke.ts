/** How well the reader tells what a person typed, against 300 user texts of ten agents that were labelled by hand. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatNamed } from '../src/formats/index.ts'
import type { Speech } from '../src/scan/speakers/speech.ts'
import { whoSpoke } from '../src/scan/speakers/who-spoke.ts'
import { hashText } from '../src/tokens/hash.ts'
import type { AgentName, Message } from '../src/types.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'
import { writeResults } from './results.ts'

/** `forwarded`: short prose of somebody else that a person sends in the place of words of their own, without any mark. */
type Label = 'typed' | 'forwarded' | 'pasted' | 'program' | 'instructions' | 'summary' | 'quotedAgent'

/** The texts themselves stay in the corpus: a text is named by the SHA-256 of its UTF-8. */
interface Labelled {
  readonly hash: string
  readonly agent: AgentName
  readonly parts: readonly (readonly [label: Label, start: number, end: number])[]
}

type Forwarded = 'left out' | 'not typed'

interface Counts {
  readonly told: number
  readonly right: number
  readonly labelled: number
  readonly found: number
}

interface AgentScore {
  readonly agent: string
  readonly texts: number
  readonly characters: Counts
  readonly stretches: Counts
}

export async function benchWhoSpoke(): Promise<void> {
  const conversations = (await corpusTranscripts()).flatMap(({ format, messages, sidechains }) =>
    [messages, ...sidechains.map(each => each.messages)].map(raw => formatNamed(format).read(raw)),
  )
  if (conversations.length === 0) {
    console.log('who spoke: skipped, there is no corpus (name its directory with --corpus)')
    return
  }
  const labelled = scoresOf(conversations, 'who-spoke')
  const heldOut = scoresOf(conversations, 'who-spoke-held-out')
  writeResults('who-spoke', { labelled, heldOut }, tables(labelled, heldOut))
}

interface Scores {
  /** Forwarded prose left out. */
  readonly said: readonly AgentScore[]
  /** Forwarded prose counted as not typed. */
  readonly strict: readonly AgentScore[]
}

function scoresOf(conversations: readonly (readonly Message[])[], file: string): Scores {
  const labels = readLabels(file)
  const wanted = new Map(labels.map(label => [label.hash, label]))
  const read = new Map<string, { readonly text: string; readonly parts: readonly Speech[] }>()
  for (const messages of conversations) readTexts(messages, wanted, read)
  const found = labels.flatMap(label => {
    const text = read.get(label.hash)
    return text === undefined ? [] : [{ label, ...text }]
  })
  const score = (forwarded: Forwarded): readonly AgentScore[] =>
    ['all', ...new Set(found.map(({ label }) => label.agent))].map(agent => {
      const own = found.filter(({ label }) => agent === 'all' || label.agent === agent)
      return {
        agent,
        texts: own.length,
        characters: sum(own.map(each => characters(each.text, each.parts, each.label.parts, forwarded))),
        stretches: sum(own.map(each => stretches(each.text, each.parts, each.label.parts, forwarded))),
      }
    })
  if (process.argv.includes('--misses'))
    for (const each of found) showMisses(each.text, each.parts, each.label)
  return { said: score('left out'), strict: score('not typed') }
}

function readLabels(file: string): readonly Labelled[] {
  const lines = readFileSync(join(import.meta.dirname, `fixtures/${file}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map(line => JSON.parse(line) as Labelled)
}

/** Each text where it stands first. */
function readTexts(
  messages: readonly Message[],
  wanted: ReadonlyMap<string, Labelled>,
  read: Map<string, { readonly text: string; readonly parts: readonly Speech[] }>,
): void {
  const { speechAt } = whoSpoke(messages)
  for (const [message, { role, blocks }] of messages.entries())
    for (const [block, each] of blocks.entries()) {
      if (role !== 'user' || each.type !== 'text') continue
      const hash = hashText(each.text)
      if (wanted.has(hash) && !read.has(hash))
        read.set(hash, { text: each.text, parts: speechAt({ message, block }) })
    }
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** What the reader says a person typed: of a command its name and arguments. */
function typedOf(parts: readonly Speech[]): readonly Stretch[] {
  return parts.flatMap(part => {
    if (part.kind === 'command') return [part.name, ...(part.arguments === undefined ? [] : [part.arguments])]
    return part.kind === 'typed' ? [part] : []
  })
}

/** One entry for each character: 1 where it is in one of the stretches; white space counts for nobody. */
function marks(text: string, spans: readonly Stretch[], except: readonly Stretch[] = []): Uint8Array {
  const marked = new Uint8Array(text.length)
  for (const { start, end } of spans)
    for (let at = start; at < end; at += 1) marked[at] = /\s/.test(text[at] as string) ? 0 : 1
  for (const { start, end } of except) marked.fill(0, start, end)
  return marked
}

function labelledAs(parts: Labelled['parts'], wanted: Label): readonly Stretch[] {
  return parts.flatMap(([label, start, end]) => (label === wanted ? [{ start, end }] : []))
}

function characters(
  text: string,
  parts: readonly Speech[],
  labels: Labelled['parts'],
  forwarded: Forwarded,
): Counts {
  const open = forwarded === 'left out' ? labelledAs(labels, 'forwarded') : []
  const told = marks(text, typedOf(parts), open)
  const labelled = marks(text, labelledAs(labels, 'typed'), open)
  let both = 0
  for (let at = 0; at < text.length; at += 1) both += (told[at] as number) & (labelled[at] as number)
  return { told: total(told), right: both, labelled: total(labelled), found: both }
}

/** A stretch is right, or found, where most of its characters are. */
function stretches(
  text: string,
  parts: readonly Speech[],
  labels: Labelled['parts'],
  forwarded: Forwarded,
): Counts {
  const open = forwarded === 'left out' ? labelledAs(labels, 'forwarded') : []
  const isCounted = (span: Stretch): boolean => total(marks(text, [span], open)) > 0
  const told = typedOf(parts).filter(isCounted)
  const labelled = labelledAs(labels, 'typed').filter(isCounted)
  const mostIn = (spans: readonly Stretch[], others: readonly Stretch[]): number => {
    const marked = marks(text, others)
    return spans.filter(span => {
      const own = marks(text, [span], open)
      let shared = 0
      for (let at = span.start; at < span.end; at += 1) shared += (own[at] as number) & (marked[at] as number)
      return shared * 2 > total(own)
    }).length
  }
  return {
    told: told.length,
    right: mostIn(told, labelled),
    labelled: labelled.length,
    found: mostIn(labelled, told),
  }
}

function total(marked: Uint8Array): number {
  return marked.reduce((count, mark) => count + mark, 0)
}

function sum(counts: readonly Counts[]): Counts {
  const of = (name: keyof Counts): number => counts.reduce((all, each) => all + each[name], 0)
  return { told: of('told'), right: of('right'), labelled: of('labelled'), found: of('found') }
}

function tables(labelled: Scores, heldOut: Scores): string {
  const row = (name: string, { texts, characters: c, stretches: s }: AgentScore): string =>
    `| ${name} | ${texts} | ${share(c.right, c.told)} | ${share(c.found, c.labelled)} | ${share(s.right, s.told)} | ${share(s.found, s.labelled)} |`
  const all = ({ said, strict }: Scores, name: string): readonly string[] => [
    row(`**${name}**`, said[0] as AgentScore),
    row(`${name}, forwarded prose counted as not typed`, strict[0] as AgentScore),
  ]
  return [
    '| texts | number | precision, characters | recall, characters | precision, stretches | recall, stretches |',
    '| --- | --: | --: | --: | --: | --: |',
    ...all(labelled, 'labelled'),
    ...labelled.said.slice(1).map(score => row(score.agent, score)),
    ...all(heldOut, 'held out'),
    '',
    'Typed by a person, of the user texts of the corpus; white space is not counted, and a stretch is right where most of it is. *Labelled*: the texts that the reader was written with. *Held out*: texts that were labelled when it was done. *Forwarded prose*: short texts of others that a person sends without a mark, such as a review comment as a message; left out but for the rows that count them.',
  ].join('\n')
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3)
}

/** For whoever works on the reader: the texts on which it disagrees with the labels, by their first characters. */
function showMisses(text: string, parts: readonly Speech[], { agent, parts: labels }: Labelled): void {
  const { told, right, labelled, found } = characters(text, parts, labels, 'not typed')
  if (told === right && labelled === found) return
  const shown = parts.map(part => `${part.kind} ${part.start}–${part.end}`).join(', ')
  const wanted = labels.map(([label, start, end]) => `${label} ${start}–${end}`).join(', ')
  console.log(`${agent} ${JSON.stringify(text.slice(0, 100))}\n  told: ${shown}\n  label: ${wanted}`)
}

if (process.argv[1] === import.meta.filename) await benchWhoSpoke()
