/** Facts that must stay visible: the path of a file, errors and outcomes of an output, decisions of a conversation. */
import { oneLine } from '../../../reduce/fitted-text.ts'
import type { ReduceInput } from '../../../reduce/reducer.ts'
import type { PartitionType } from '../partition-facts.ts'
import { distinctShapes } from './distinct-shapes.ts'
import { readPieces } from './read-pieces.ts'
import { firstCommandLine, readTalk } from './read-talk.ts'

/** Maximum number of facts of one text. */
const maxFacts = 200

/** Each fact as the view of the text would show it, word for word. */
export function keyFacts(input: FactInput, type: PartitionType): readonly string[] {
  return distinctShapes(factsOf(input, type))
    .slice(0, maxFacts)
    .map(({ text }) => text)
}

type FactInput = Pick<ReduceInput, 'text' | 'role' | 'kind' | 'source'>

function factsOf(input: FactInput, type: PartitionType): readonly string[] {
  switch (type) {
    case 'file':
      return input.source?.path === undefined ? [] : [oneLine(input.source.path)]
    case 'conversation':
      return [
        ...(input.source?.command === undefined ? [] : [firstCommandLine(input.source.command)]),
        ...readTalk(input.text, input.role).sentences.flatMap(({ text, topic }) =>
          topic === 'context' ? [] : [text],
        ),
      ]
    default:
      return readPieces(input).pieces.flatMap(({ report, text, isStatement }) =>
        report === 'error' || (report === 'outcome' && isStatement !== true) ? [text] : [],
      )
  }
}
