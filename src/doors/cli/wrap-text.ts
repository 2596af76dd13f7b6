/** Text in lines of at most so many characters, broken between words where there are any. */

export function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap(line => wrapLine(line, Math.max(1, width)))
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (longer.length <= width) {
      current = longer
      continue
    }
    if (current !== '') lines.push(current)
    current = word
    for (; current.length > width; current = current.slice(partLength(current, width)))
      lines.push(current.slice(0, partLength(current, width)))
  }
  return [...lines, current]
}

/** No part ends inside a surrogate pair. */
function partLength(word: string, width: number): number {
  const code = word.charCodeAt(width - 1)
  return code >= 0xd800 && code <= 0xdbff ? width - 1 || 2 : width
}
