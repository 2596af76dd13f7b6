/** Compressed notation of a document: by tables, or by a model whose answer is used only if it keeps every fact. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { oneOf } from '../../../settings/invalid-option.ts'
import type { NamesOf, OptionNames } from '../../../settings/option-names.ts'
import { memoCounter } from '../../../tokens/memo-counter.ts'
import { exactCounter } from '../../../tokens/tokens.ts'
import type { TokenCounter } from '../../../types.ts'
import { checkDocument } from '../check-document.ts'
import { isEncoded } from '../encode-text.ts'
import { documentLines } from '../rules/document-lines.ts'
import { isSame, markdownDocument, structureOf } from '../rules/markdown-document.ts'
import { askWriter, type WriterOptions } from './ask-writer.ts'
import { factsOf, firstChangedFact } from './facts.ts'
import { bringsInstruction, instructionFor, withInstruction } from './instructions.ts'
import type { Notation, NotationLanguage, NotationOptions, NotationUnchanged } from './notation.ts'
import { shorterText } from './shorter-text.ts'

/**
 * With a writer, its answer if that passes the checks, else the tables with a note on the reason. Rejects only with
 * `invalid-option`.
 */
export async function compressNotation(
  text: string,
  options: NotationOptions & Partial<WriterOptions>,
): Promise<Notation> {
  checkNotation(text, options, { ...notationNames, writer: true, timeoutMs: true, signal: true })
  const task = taskOf(text, options)
  const { writer } = options
  if (writer === undefined || task.refusal !== undefined) return byTables(task, [])
  const asked = await askWriter(text, { ...options, writer }, task.counter)
  if (!asked.accepted) return byTables(task, [`Written by tables: ${asked.why}.`])
  return finished(task, asked.text, 'writer', [])
}

/** Uses only tables. Throws only `invalid-option`. */
export function compressNotationSync(text: string, options: NotationOptions): Notation {
  checkNotation(text, options, notationNames)
  return byTables(taskOf(text, options), [])
}

const notationNames: NamesOf<NotationOptions> = {
  level: true,
  language: true,
  instruction: true,
  counter: true,
}

function checkNotation(text: string, options: NotationOptions, names: OptionNames): void {
  checkDocument(text, options, names)
  oneOf(['light', 'medium', 'ultra'], 'level', options.level)
  oneOf(['en', 'zh', 'ja', 'other'], 'language', options.language ?? 'other')
  oneOf(['in-band', 'apart'], 'instruction', options.instruction ?? 'in-band')
}

interface Task {
  readonly text: string
  readonly options: NotationOptions
  readonly language: Notation['language']
  readonly counter: TokenCounter
  readonly before: number
  readonly refusal: NotationUnchanged | undefined
}

function taskOf(text: string, options: NotationOptions): Task {
  const counter = memoCounter(options.counter ?? exactCounter())
  return {
    text,
    options,
    language: options.language ?? languageOf(text),
    counter,
    before: counter.count(text),
    refusal: bringsInstruction(text) ? 'already-compressed' : isEncoded(text) ? 'encoded' : undefined,
  }
}

function byTables(task: Task, notes: readonly string[]): Notation {
  const { text, options, language, counter, refusal } = task
  if (refusal !== undefined) return unchanged(task, refusal, notes)
  const remarks = language === 'other' ? [...notes, 'There are no tables for this language.'] : notes
  let broken: string | undefined
  for (const attempt of attempts) {
    const shorter = shorterText(text, { level: options.level, language, counter, ...attempt })
    if (shorter === text) return unchanged(task, 'no-gain', remarks)
    broken = whatBroke(text, shorter)
    if (broken === undefined) return finished(task, shorter, 'tables', remarks)
  }
  return unchanged(task, 'broken', [...remarks, `Thrown away: ${broken}.`])
}

/** The strongest first: if a fact would be lost, lines and marks stay as they are. */
const attempts = [
  { joinsLines: true, dropsMarks: true },
  { joinsLines: true, dropsMarks: false },
  { joinsLines: false, dropsMarks: false },
] as const

/** The first fact that the shorter text lost or changed. */
function whatBroke(text: string, shorter: string): string | undefined {
  const fact = firstChangedFact(factsOf(text), factsOf(shorter))
  if (fact !== undefined) return `it would have changed ${fact}`
  const structure = (of: string): readonly string[] =>
    structureOf(markdownDocument(documentLines(of))).map(inOneLine)
  return isSame(structure(shorter), structure(text)) ? undefined : 'it would have changed the structure'
}

/** A link that was broken over two lines equals the same link in one line. */
function inOneLine(part: string): string {
  return /^(?:Link|Image|InlineCode) /.test(part) ? part.replace(/\s+/g, ' ') : part
}

function finished(task: Task, shorter: string, by: 'tables' | 'writer', notes: readonly string[]): Notation {
  const { options, counter, before } = task
  const instruction = instructionFor(options.level, by)
  const text = options.instruction === 'apart' ? shorter : withInstruction(instruction, shorter)
  const after = counter.count(text)
  if (after >= before) return unchanged(task, 'no-gain', notes)
  return { compressed: true, by, text, ...figures(task, instruction, after), notes }
}

function unchanged(task: Task, why: NotationUnchanged, notes: readonly string[]): Notation {
  const instruction = instructionFor(task.options.level, 'tables')
  return { compressed: false, why, text: task.text, ...figures(task, instruction, task.before), notes }
}

function figures(
  { options: { level }, language, counter, before }: Task,
  instruction: string,
  after: number,
) {
  const tokens = { before, after, instruction: counter.count(instruction), counter: counter.name }
  return { level, language, instruction, tokens, loss: 'lossy' } as const
}

const sampleLength = 50_000
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu
const han = /\p{sc=Han}/gu
const latinWord = /[\p{sc=Latin}]+/gu
const english: ReadonlySet<string> = wordSet(
  'the of and to in is for that with are be this it on as by from or when not use should you your must',
)
/** Words that are common in other languages and do not occur in English sentences. */
const foreign: ReadonlySet<string> =
  wordSet(`der die das und ist nicht mit für ein eine le la les et est une des pour dans el los las que y con para
  por um uma não com het een van niet och att är`)

/** The main language of a text, among those with tables. */
export function languageOf(text: string): NotationLanguage {
  const sample = text.slice(0, sampleLength)
  const words = sample.match(latinWord) ?? []
  const kanaCount = sample.match(kana)?.length ?? 0
  const hanCount = sample.match(han)?.length ?? 0
  // Each of these characters counts as much as a Latin word.
  if (kanaCount + hanCount > words.length) return kanaCount * 8 > hanCount ? 'ja' : 'zh'
  let own = 0
  let others = 0
  for (const word of words) {
    const lower = word.toLowerCase()
    if (english.has(lower)) own += 1
    else if (foreign.has(lower)) others += 1
  }
  return own > 3 * others && own * 40 >= words.length ? 'en' : 'other'
}
