/** Compressed notation of a document: by tables, or by a model whose answer is used only where it keeps every fact. */
import { exactCounter, memoCounter } from '../../../tokens/tokens.ts'
import type { TokenCounter } from '../../../types.ts'
import { isEncoded } from '../encode-text.ts'
import { documentLines } from '../rules/document-lines.ts'
import { markdownDocument } from '../rules/markdown-document.ts'
import { isSame, structureOf } from '../rules/structure.ts'
import { askWriter, type WriterOptions } from './ask-writer.ts'
import { factsOf, firstChangedFact } from './facts.ts'
import { bringsInstruction, instructionFor, withInstruction } from './instructions.ts'
import { languageOf } from './language-of.ts'
import type { Notation, NotationOptions, NotationUnchanged } from './notation.ts'
import { shorterText } from './shorter-text.ts'

/** With a writer, its answer where that passes, else the tables with a note on why. Never throws or rejects. */
export async function compressNotation(
  text: string,
  options: NotationOptions & Partial<WriterOptions>,
): Promise<Notation> {
  const task = taskOf(text, options)
  const { writer } = options
  if (writer === undefined || task.refusal !== undefined) return byTables(task, [])
  const asked = await askWriter(text, { ...options, writer }, task.counter)
  if (!asked.accepted) return byTables(task, [`Written by tables: ${asked.why}.`])
  return finished(task, asked.text, 'writer', [])
}

/** By tables alone. Never throws. */
export function compressNotationSync(text: string, options: NotationOptions): Notation {
  return byTables(taskOf(text, options), [])
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
  const told = language === 'other' ? [...notes, 'There are no tables for this language.'] : notes
  let broken: string | undefined
  for (const attempt of attempts) {
    const shorter = shorterText(text, { level: options.level, language, counter, ...attempt })
    if (shorter === text) return unchanged(task, 'no-gain', told)
    broken = whatBroke(text, shorter)
    if (broken === undefined) return finished(task, shorter, 'tables', told)
  }
  return unchanged(task, 'broken', [...told, `Thrown away: ${broken}.`])
}

/** The most first: where a fact would suffer, lines and marks stay as they are. */
const attempts = [
  { joinsLines: true, dropsMarks: true },
  { joinsLines: true, dropsMarks: false },
  { joinsLines: false, dropsMarks: false },
] as const

/** What the shorter text has lost or made of something else. */
function whatBroke(text: string, shorter: string): string | undefined {
  const fact = firstChangedFact(factsOf(text), factsOf(shorter))
  if (fact !== undefined) return `it would have changed ${fact}`
  const structure = (of: string): readonly string[] =>
    structureOf(markdownDocument(documentLines(of))).map(inOneLine)
  return isSame(structure(shorter), structure(text)) ? undefined : 'it would have changed the structure'
}

/** A link that was broken over two lines is the same link in one. */
function inOneLine(part: string): string {
  return /^(?:Link|Image|InlineCode) /.test(part) ? part.replace(/\s+/g, ' ') : part
}

function finished(task: Task, shorter: string, by: 'tables' | 'writer', notes: readonly string[]): Notation {
  const { options, counter, before, language } = task
  const instruction = instructionFor(options.level, by)
  const text = options.instruction === 'apart' ? shorter : withInstruction(instruction, shorter)
  const after = counter.count(text)
  if (after >= before) return unchanged(task, 'no-gain', notes)
  return {
    compressed: true,
    by,
    text,
    level: options.level,
    language,
    instruction,
    tokens: { before, after, instruction: counter.count(instruction), counter: counter.name },
    loss: 'lossy',
    notes,
  }
}

function unchanged(task: Task, why: NotationUnchanged, notes: readonly string[]): Notation {
  const { text, options, language, before, counter } = task
  const instruction = instructionFor(options.level, 'tables')
  return {
    compressed: false,
    why,
    text,
    level: options.level,
    language,
    instruction,
    tokens: { before, after: before, instruction: counter.count(instruction), counter: counter.name },
    loss: 'lossy',
    notes,
  }
}
