/** The longer texts of the story, kept in files of their own. */
import { readFileSync } from 'node:fs'

/** What an edit replaces and what it puts there; separated by a line. */
export function editText(name: string): readonly [before: string, after: string] {
  const [before, after, ...more] = withoutLastBreak(textOf(`edits/${name}`)).split('\n=======\n')
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`edits/${name}.txt needs one dividing line.`)
  return [before, after]
}

export function newFileText(name: string): string {
  return textOf(`edits/${name}`)
}

export function outputText(name: string): string {
  return withoutLastBreak(textOf(`outputs/${name}`))
}

function textOf(name: string): string {
  return readFileSync(new URL(`../${name}.txt`, import.meta.url), 'utf8')
}

function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, '')
}
