/** Facts that must stay visible: the path of a file, errors and outcomes of an output, decisions of a conversation. */
import { oneLine } from '../../../reduce/fitted-text.ts'
import type { ReduceInput } from '../../../reduce/reducer.ts'
import type { ReducerName } from '../../../types.ts'
import { distinctShapes } from './distinct-shapes.ts'
import { readPieces } from './read-pieces.ts'
import { firstCommandLine, readTalk } from './read-talk.ts'

/** Maximum number of facts of one text. */
const maxFacts = 200

/** Each fact as the view of the text would show it, word for word. */
export function keyFacts(
  input: Pick<ReduceInput, 'text' | 'role' | 'kind' | 'source'>,
  reducer: ReducerName,
): readonly string[] {
  return distinctShapes(factsOf(input, reducer))
    .slice(0, maxFacts)
    .map(({ text }) => text)
}

function factsOf(
  input: Pick<ReduceInput, 'text' | 'role' | 'kind' | 'source'>,
  reducer: ReducerName,
): readonly string[] {
  switch (reducer) {
    // The same text is visible elsewhere.
    case 'duplicate':
      return []
    case 'file-pointer':
      return input.source?.path === undefined ? [] : [oneLine(input.source.path)]
    case 'conversation-summary':
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
