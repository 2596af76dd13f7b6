/** Errors as PowerShell prints them: a message, then where it happened, its category and its id. */

const id = '+ FullyQualifiedErrorId : '
/** `At line:1 char:2`, `At C:\app\build.ps1:12 char:5` */
const position = /^At \S.{0,300}:\d{1,7} char:\d{1,7}$/
/** A record has few lines below its message. */
const maxBelow = 12
/** `Get-Content : Cannot find path`, which may go on in the next lines. */
const begin = /^\S{1,200} : \S/
const maxWrapped = 4

interface PowershellErrors {
  /** All lines but those below a message. */
  readonly lines: readonly string[]
  /** The first lines of the messages. */
  readonly messages: readonly string[]
}

export function powershellErrors(lines: readonly string[]): PowershellErrors {
  if (!lines.some(line => line.startsWith(id))) return { lines, messages: [] }
  const kept: string[] = []
  const messages: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const end = position.test(line.slice(0, 400)) ? idBelow(lines, at) : -1
    if (end < 0) kept.push(line)
    else {
      const said = kept.slice(-maxWrapped)
      const message = said.findLast(each => begin.test(each)) ?? said.at(-1)
      if (message !== undefined) messages.push(message)
      at = end
    }
  }
  return { lines: kept, messages }
}

/** -1 where no id follows: it is no record. */
function idBelow(lines: readonly string[], first: number): number {
  const below = lines.slice(first, first + maxBelow)
  const found = below.findIndex(line => line.startsWith(id))
  return found < 0 ? -1 : first + found
}
