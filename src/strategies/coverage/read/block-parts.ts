/** What a block is made of, by who wrote it. */
import type { ContentSource, Piece } from '../../../reduce/content/content.ts'
import { contentKind, contentOf, knownContents } from '../../../reduce/content/index.ts'
import { plainOutput } from '../../../reduce/plain-output.ts'
import type { Measured } from '../../../reduce/plan.ts'
import { type AskedQuestion, answersIn } from '../../../scan/actions/asked-questions.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { withoutHostReminder } from '../../../scan/actions/host-reminder.ts'
import { printedText } from '../../../scan/actions/printed-text.ts'
import { refusalIn } from '../../../scan/actions/refused-edit.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import type { CallSource } from '../../../scan/actions/source-of.ts'
import { rememberedByKey } from '../../../tokens/remembered.ts'
import type { Block, ContentKind, Message, OpaqueBlock, Role, ToolCallBlock } from '../../../types.ts'
import { splitByAuthor, type Writer } from '../facts/split-by-author.ts'
import { argumentLines, type LabelledPiece } from './argument-lines.ts'

export interface BlockPart {
  readonly pieces: readonly LabelledPiece[]
  readonly author: Writer
  /** What it demands binds the agent. */
  readonly binds: boolean
  /** A person sent it and did not write it. */
  readonly isPasted?: true
}

export interface BlockPlace {
  readonly messages: readonly Message[]
  readonly measured: Measured
  /** The call that the block is or answers. */
  readonly call:
    | {
        readonly title: string
        readonly source: CallSource
        readonly isTodoList: boolean
        readonly questions: readonly AskedQuestion[]
      }
    | undefined
}

export function blockParts(said: Exclude<Block, OpaqueBlock>, place: BlockPlace): readonly BlockPart[] {
  const { messages, measured, call } = place
  const block = withoutInstructions(said, measured)
  switch (block.type) {
    case 'toolCall': {
      return [{ pieces: callPieces(block, call?.title ?? ''), author: 'calls', binds: false }]
    }
    case 'toolResult': {
      const answer = withoutHostReminder(block.text)
      const own = refusalIn(answer) ?? answer
      const text = call?.source.command === undefined ? own : commandOutput(own)
      const answers = answerPieces(text, call?.questions ?? [])
      const words = answers ?? rejectionPieces(text)
      // What a tool printed may read like a rejection; only a host calls a result an error.
      const binds = answers !== undefined || block.isError === true
      if (words !== undefined) return [{ pieces: words, author: 'user', binds }]
      const pieces = contentPieces(
        text,
        new BlockSource(new PrintedKind(own, measured), 'tool', call?.source, block.isError),
        measured,
      )
      // `Todos have been modified successfully …`: the call has said it all.
      const isEcho = call?.isTodoList === true && block.isError !== true
      return [{ pieces: isEcho ? pieces.map(withoutValue) : pieces, author: 'tools', binds: false }]
    }
    case 'text': {
      const source = new BlockSource(measured, messages[measured.message]?.role ?? 'user')
      return splitByAuthor(messages, measured, block).map(({ text, ...said }) => ({
        pieces: contentPieces(
          (said.author === 'tools' ? refusalIn(text) : undefined) ?? text,
          source,
          measured,
        ),
        ...said,
      }))
    }
  }
}

/** What stays in sight to the letter is not shown a second time. */
function withoutInstructions(
  block: Exclude<Block, OpaqueBlock>,
  { instructions, length }: Measured,
): Exclude<Block, OpaqueBlock> {
  // Where secrets were masked, every position has moved.
  if (instructions === undefined || block.text.length !== length) return block
  let from = 0
  let text = ''
  for (const { start, end } of instructions.stretches) {
    text += block.text.slice(from, start)
    from = end
  }
  return { ...block, text: text + block.text.slice(from) }
}

/** Each answer with its question, but for the first question, which is the title of the call. */
function answerPieces(
  text: string,
  questions: readonly AskedQuestion[],
): readonly LabelledPiece[] | undefined {
  const answers = questions.length === 0 ? [] : answersIn(questions, text)
  if (answers.length === 0) return undefined
  return answers.flatMap(({ asked, words }) =>
    linesOf(words, asked === questions[0] ? '' : `${asked.question} → `),
  )
}

/** What a person said to a call that was not allowed; around it the host says the same each time. */
function rejectionPieces(text: string): readonly LabelledPiece[] | undefined {
  const rejection = rejectionIn(text)
  return rejection === undefined ? undefined : linesOf(rejection.words)
}

function linesOf(words: string, firstLabel = ''): readonly LabelledPiece[] {
  return words
    .split('\n')
    .filter(line => line.trim() !== '')
    .map((text, at) => ({ label: at === 0 ? firstLabel : '', text, lines: 1, value: 'useful' }))
}

const callPiecesOnce = rememberedByKey<readonly LabelledPiece[]>({ minLength: 0, name: 'call pieces' })

function callPieces(call: ToolCallBlock, title: string): readonly LabelledPiece[] {
  const keyOf = (): string => JSON.stringify([knownContents(), call.name, call.media, title])
  return callPiecesOnce(call.text, keyOf, () => [
    { text: title, lines: 0, value: 'useful' },
    ...argumentLines(call, title).map(belowTitle),
  ])
}

/** The title comes before them. */
function belowTitle(piece: LabelledPiece): LabelledPiece {
  return piece.under === undefined ? piece : { ...piece, under: piece.under + 1 }
}

const piecesOnce = rememberedByKey<readonly Piece[]>({ minLength: 0, name: 'pieces' })

/** They depend on the text, on where it comes from, and on the kind of the whole block, which is known by its hash. */
function contentPieces(text: string, source: ContentSource, { hash = '' }: Measured): readonly Piece[] {
  const { role, tool, command, path, isError } = source
  const keyOf = (): string =>
    `${knownContents()} ${hash} ${role} ${isError} ${lengthOf(tool)} ${lengthOf(command)} ${lengthOf(path)} ${tool}${command}${path}`
  return piecesOnce(text, keyOf, () => {
    const clean = role === 'tool' ? plainOutput(text) : text
    return contentOf(clean, source).pieces(clean, source)
  })
}

/** With their lengths, texts in a row stay distinct. */
function lengthOf(text: string | undefined): number {
  return text === undefined ? -1 : text.length
}

function withoutValue(piece: Piece): Piece {
  return { ...piece, value: 'noise' }
}

/** The kind of what was printed, where a host has put JSON around it. */
class PrintedKind implements Pick<Measured, 'kind'> {
  readonly #text: string
  readonly #measured: Pick<Measured, 'kind'>
  #kind: ContentKind | undefined

  constructor(text: string, measured: Pick<Measured, 'kind'>) {
    this.#text = text
    this.#measured = measured
  }

  get kind(): ContentKind {
    this.#kind ??= this.#read()
    return this.#kind
  }

  #read(): ContentKind {
    const printed = printedText(this.#text)
    return printed === this.#text ? this.#measured.kind : contentKind(printed)
  }
}

/** Where a block came from. Its kind is computed lazily: many are known by their call or their numbers. */
class BlockSource implements ContentSource {
  readonly role: Role
  readonly tool?: string
  readonly command?: string
  readonly path?: string
  readonly isError?: boolean
  readonly #measured: Pick<Measured, 'kind'>

  constructor(measured: Pick<Measured, 'kind'>, role: Role, call?: CallSource, isError?: boolean) {
    this.role = role
    if (call !== undefined) {
      this.tool = call.tool
      if (call.command !== undefined) this.command = call.command
      if (call.path !== undefined) this.path = call.path
    }
    if (isError !== undefined) this.isError = isError
    this.#measured = measured
  }

  get kind(): ContentKind {
    return this.#measured.kind
  }
}
