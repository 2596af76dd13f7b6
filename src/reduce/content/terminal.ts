/** What a terminal would show in the end: colours gone, progress bars and spinners down to their last state. */
import { Screen } from './terminal/screen.ts'

const escapeCode = 0x1b
const returnCode = 0x0d
const backspaceCode = 0x08
const bellCode = 0x07
const breakCode = 0x0a

const escapeSign = String.fromCharCode(escapeCode)
const bell = String.fromCharCode(bellCode)
const control = new RegExp(`[${escapeSign}${bell}\r\b]`)

/** The very same string where there is nothing to clean; never a longer one. */
export function cleanTerminal(text: string): string {
  const hasReturn = text.includes('\r')
  if (!hasReturn && !text.includes(escapeSign) && !text.includes('\b') && !text.includes(bell)) return text
  // Files with Windows line ends have returns, but nothing that is drawn over.
  const plain = hasReturn ? text.replaceAll('\r\n', '\n') : text
  return control.test(plain) ? show(plain) : plain
}

function show(text: string): string {
  const screen = new Screen()
  let from = 0
  const controls = new RegExp(`${control.source}|\n`, 'g')
  for (let found = controls.exec(text); found !== null; found = controls.exec(text)) {
    const at = found.index
    screen.write(text.slice(from, at))
    const code = text.charCodeAt(at)
    from = at + 1
    if (code === breakCode) screen.lineBreak()
    else if (code === returnCode) screen.toStart()
    else if (code === backspaceCode) screen.to(screen.place() - 1, 0)
    else if (code === escapeCode) {
      from = obey(screen, text, at)
      controls.lastIndex = from
    }
  }
  screen.write(text.slice(from))
  return screen.shown()
}

/** Carries out the sequence that begins at `at`; the index behind it. */
function obey(screen: Screen, text: string, at: number): number {
  if (!isPrintable(text.charCodeAt(at + 1))) return at + 1
  const kind = text.charAt(at + 1)
  if (kind === '[') return obeyControl(screen, text, at)
  if (']P_^X'.includes(kind)) return stringEnd(text, at + 2)
  if (kind === '7') screen.save()
  else if (kind === '8') screen.restore()
  // `ESC ( B` chooses a character set.
  return ' #%()*+-./'.includes(kind) && isPrintable(text.charCodeAt(at + 2)) ? at + 3 : at + 2
}

function isPrintable(code: number): boolean {
  return code >= 0x20 && code < 0x7f
}

/** `ESC ] … BEL`: a title or the address of a link. What is not ended on its line is shown. */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === bellCode) return at + 1
    if (code === escapeCode) return text[at + 1] === '\\' ? at + 2 : at
    if (code === breakCode) return from
  }
  return from
}

/** `ESC [ 2 K`: numbers, then a letter. */
function obeyControl(screen: Screen, text: string, at: number): number {
  let end = at + 2
  while (end < text.length && isParameter(text.charCodeAt(end))) end += 1
  const parameters = text.slice(at + 2, Math.min(end, at + 20))
  const given = Number.parseInt(parameters, 10)
  const count = Number.isNaN(given) || given === 0 ? 1 : given
  const which = Number.isNaN(given) ? 0 : given
  const width = end - at
  switch (text[end]) {
    case 'A':
    case 'F':
      moveRow(screen, -count, text[end] === 'F')
      break
    case 'B':
    case 'E':
      moveRow(screen, count, text[end] === 'E')
      break
    case 'C':
      screen.to(screen.place() + count, width)
      break
    case 'D':
      screen.to(screen.place() - count, 0)
      break
    case 'G':
      screen.to(count - 1, width)
      break
    case 'K':
      screen.eraseInRow(which)
      break
    case 'J':
      // A cleared screen leaves what was said before it in the scrollback.
      if (which === 0) screen.eraseBelow()
      break
    case 'H':
    case 'f':
      screen.jump()
      break
    case 's':
      screen.save()
      break
    case 'u':
      screen.restore()
      break
  }
  return isPrintable(text.charCodeAt(end)) ? end + 1 : end
}

/** Parameter and intermediate characters. */
function isParameter(code: number): boolean {
  return code >= 0x20 && code <= 0x3f
}

function moveRow(screen: Screen, rows: number, toStart: boolean): void {
  const column = toStart ? 0 : screen.place()
  if (rows < 0) screen.up(-rows)
  else screen.down(rows)
  screen.to(column, 0)
}
