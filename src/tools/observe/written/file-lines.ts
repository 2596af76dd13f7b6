/** Files as items of a list: what was done to them, and the names that came into them. */
import type { FileOperationKind } from '../../../scan/actions/file-operations.ts'
import type { ObservedFile } from '../observation.ts'
import { listedWords, word } from './words.ts'

/** `Modified src/a.ts: parse, render`; files of which nothing else is known share a line: `Read src/b.ts, src/c.ts`. */
export function fileLines(files: readonly ObservedFile[]): readonly string[] {
  const lines: { head: string; paths: string[]; names: string }[] = []
  for (const { operation, path, isDoubtful, names } of files) {
    const head =
      isDoubtful === true
        ? `Perhaps ${operation}`
        : `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`
    const listed = names === undefined ? '' : `: ${names.map(word).join(', ')}`
    const last = lines.at(-1)
    if (last?.head === head && last.names === '' && listed === '' && last.paths.length < maxOfLine)
      last.paths.push(word(path))
    else lines.push({ head, paths: [word(path)], names: listed })
  }
  return lines.map(({ head, paths, names }) => `${head} ${paths.join(', ')}${names}`)
}

const maxOfLine = 12
const opening = /^(Perhaps )?(created|read|modified|deleted) /i

/** `undefined` where a line names no file. */
export function parseFiles(line: string): readonly ObservedFile[] | undefined {
  const head = opening.exec(line)
  if (head === null) return undefined
  const [whole, doubt, verb = ''] = head
  const paths = listedWords(line, whole.length)
  if (paths === undefined) return undefined
  const isNamed = line.startsWith(': ', paths.end)
  const names = isNamed ? listedWords(line, paths.end + 2) : undefined
  if ((names?.end ?? paths.end) !== line.length || (isNamed && names === undefined)) return undefined
  return paths.words.map(path => ({
    operation: verb.toLowerCase() as FileOperationKind,
    path,
    ...(doubt === undefined ? {} : { isDoubtful: true as const }),
    ...(names === undefined ? {} : { names: names.words }),
  }))
}
