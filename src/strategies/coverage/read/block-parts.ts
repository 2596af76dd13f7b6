/** The parts of a block, by author. */
import type { ContentSource, Piece } from '../../../reduce/content/content.ts'
import { contentReader, detectedKind, knownReaders } from '../../../reduce/content/index.ts'
import { plainOutput } from '../../../reduce/plain-output.ts'
import type { Measured } from '../../../reduce/plan.ts'
import { type AskedQuestion, answersIn } from '../../../scan/actions/asked-questions.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { withoutHostReminder } from '../../../scan/actions/host-reminder.ts'
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { printedText } from '../../../scan/actions/printed-text.ts'
import { refusalIn } from '../../../scan/actions/refusal-in.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import type { CallSource } from '../../../scan/actions/source-of.ts'
import { rememberedByKey } from '../../../tokens/remembered.ts'
import type { Block, ContentKind, Message, OpaqueBlock, Role, ToolCallBlock } from '../../../types.ts'
import { splitByAuthor, type Writer } from '../facts/split-by-author.ts'
import { argumentLines, type LabelledPiece } from './argument-lines.ts'
import { cutSteps } from './cut-steps.ts'

export interface BlockPart {
  readonly pieces: readonly LabelledPiece[]
  readonly author: Writer
  /** Its rules apply to the agent. */
  readonly binds: boolean
  /** A person sent it but did not write it. */
  readonly isPasted?: true
}

interface BlockPlace {
  readonly messages: readonly Message[]
  readonly measured: Measured
  /** The call that the block is or answers. */
  readonly call:
    | {
        readonly title: string
        readonly source: CallSource
        readonly isTodoList: boolean
        readonly isEdit: boolean
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
      const hasFailed = outcomeOf(block).outcome === 'failed'
      // The outcome that the call is shown with is without what hosts write around it.
      const text = call?.source.command === undefined && !hasFailed ? own : commandOutput(own)
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
      // `Todos have been modified successfully …`, the edited lines once more: the call already shows it.
      const isEcho = (call?.isTodoList === true || call?.isEdit === true) && !hasFailed
      return [{ pieces: isEcho ? withoutValues(pieces) : pieces, author: 'tools', binds: false }]
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

/** Instructions that stay in the view verbatim are not shown twice. */
function withoutInstructions(
  block: Exclude<Block, OpaqueBlock>,
  { instructions, length }: Measured,
): Exclude<Block, OpaqueBlock> {
  // Masked secrets have moved all positions.
  if (instructions === undefined || block.text.length !== length) return block
  let from = 0
  let text = ''
  for (const { start, end } of instructions.stretches) {
    text += block.text.slice(from, start)
    from = end
  }
  return { ...block, text: text + block.text.slice(from) }
}

/** Each answer with its question, except the first question, which is the title of the call. */
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

/** A person's words about a call that they rejected; the text of the host around them is always the same. */
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
  const keyOf = (): string => JSON.stringify([knownReaders(), call.name, call.media, title])
  return callPiecesOnce(call.text, keyOf, () => [
    { text: title, lines: 0, value: 'useful' },
    ...argumentLines(call, title).map(belowTitle),
  ])
}

/** Moves references by one, since the title comes first. */
function belowTitle(piece: LabelledPiece): LabelledPiece {
  return piece.under === undefined ? piece : { ...piece, under: piece.under + 1 }
}

const piecesOnce = rememberedByKey<readonly Piece[]>({ minLength: 0, name: 'pieces' })

/** They depend on the text, on its source, and on the kind of the whole block, which its hash identifies. */
function contentPieces(text: string, source: ContentSource, { hash = '' }: Measured): readonly Piece[] {
  const { role, tool, command, path, isError } = source
  const keyOf = (): string =>
    `${knownReaders()} ${hash} ${role} ${isError} ${lengthOf(tool)} ${lengthOf(command)} ${lengthOf(path)} ${tool}${command}${path}`
  return piecesOnce(text, keyOf, () => {
    const clean = role === 'tool' ? plainOutput(text) : text
    const pieces = contentReader(clean, source).pieces(clean, source)
    return role === 'assistant' ? cutSteps(pieces) : pieces
  })
}

/** With their lengths, concatenated texts stay distinct. */
function lengthOf(text: string | undefined): number {
  return text === undefined ? -1 : text.length
}

const valueless = new WeakMap<readonly Piece[], readonly Piece[]>()

/** The same list for the same pieces: what is read of its lines is kept with it. */
function withoutValues(pieces: readonly Piece[]): readonly Piece[] {
  const list = valueless.get(pieces) ?? pieces.map(piece => ({ ...piece, value: 'noise' as const }))
  valueless.set(pieces, list)
  return list
}

/** The kind of the printed text, where a host has wrapped it in JSON. */
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
    return printed === this.#text ? this.#measured.kind : detectedKind(printed)
  }
}

/** The source of a block. Its kind is computed lazily: often the call or the line numbers already show it. */
class BlockSource implements ContentSource {
  readonly role: Role
  readonly tool: string | undefined
  readonly command: string | undefined
  readonly path: string | undefined
  readonly isError: boolean | undefined
  readonly #measured: Pick<Measured, 'kind'>

  constructor(measured: Pick<Measured, 'kind'>, role: Role, call?: CallSource, isError?: boolean) {
    this.role = role
    this.tool = call?.tool
    this.command = call?.command
    this.path = call?.path
    this.isError = isError
    this.#measured = measured
  }

  get kind(): ContentKind {
    return this.#measured.kind
  }
}
