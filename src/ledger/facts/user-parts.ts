/** What a person says in one text, part by part, and how much of it is in words of their own. */
import type { Speech } from '../../scan/speakers/speech.ts'
import type { Target } from '../../types.ts'

export interface UserPart {
  readonly place: Target
  /** A true stretch of the text; of a command its arguments, or its name where it has none. */
  readonly text: string
  /** As it was typed, with the white space around it: a command with its name. */
  readonly typed: string
  readonly start: number
  readonly end: number
  /** In their own words: typed, not passed on. */
  readonly isOwn: boolean
  /** Words of an agent that a person passes on: a plan that was let pass. */
  readonly isAgents?: true
  /** A document that is the whole of the first message: what the agent is to do. */
  readonly isTask: boolean
  /** A command that has a prompt: it asks for something, however short. */
  readonly isRequest: boolean
  /** A command for the program alone: a setting, a line for its shell. */
  readonly isForProgram?: boolean
}

/** In order. A plan of the agent's that a person let pass is passed on like a document. */
export function userParts(place: Target, text: string, parts: readonly Speech[]): readonly UserPart[] {
  return parts.flatMap((part): readonly UserPart[] => {
    const said = text.slice(part.start, part.end).trim()
    const own = {
      place,
      start: part.start,
      end: part.end,
      text: said,
      typed: text.slice(part.start, part.end),
    }
    switch (part.kind) {
      case 'typed':
        return [{ ...own, isOwn: true, isTask: false, isRequest: false }]
      case 'pasted':
      case 'quotedAgent':
        return [
          {
            ...own,
            isOwn: false,
            isTask: part.kind === 'pasted' && part.isTask === true,
            isRequest: true,
            ...(part.kind === 'quotedAgent' ? { isAgents: true } : {}),
          },
        ]
      case 'command': {
        const name = text.slice(part.name.start, part.name.end)
        const args = part.arguments === undefined ? '' : text.slice(part.arguments.start, part.arguments.end)
        return [
          {
            ...own,
            text: args === '' ? name : args,
            typed: args === '' ? name : `${name} ${args}`,
            isOwn: true,
            isTask: false,
            isRequest: part.hasPrompt,
            isForProgram: !part.hasPrompt,
          },
        ]
      }
      default:
        return []
    }
  })
}

/** Parts that follow each other without anything between them, together. */
export function userRuns(parts: readonly UserPart[]): readonly (readonly UserPart[])[] {
  const runs: UserPart[][] = []
  for (const part of parts) {
    const before = runs.at(-1)?.at(-1)
    if (before !== undefined && before.place.block === part.place.block && before.end === part.start)
      runs.at(-1)?.push(part)
    else runs.push([part])
  }
  return runs
}
