/** A command with the texts that it hands over cut to their first line, so that its quotes close; the rest of them is below it. */

/** `"$(cat <<'EOF'` and a line break. */
const opening = /"\$\(cat <<-?[ \t]?(['"]?)([A-Za-z_]\w{0,60})\1[ \t]{0,8}\r?\n/g
const closing = /\s{0,40}\)"/y
/** `-m "Mend it`, a line break and more. */
const quoted = /( -{1,2}\w{1,20}[ =])"([^"\\$`\n]{1,200})\n((?:[^"\\]|\\[\s\S]){0,4000})"/

/**
 * `git commit -m "$(cat <<'EOF'`, `Mend it`, ``, `It was broken.`, `EOF`, `)" && git push` → `git commit -m "Mend it" && git push`,
 * `It was broken.`
 */
export function inlineMessages(command: string): string {
  if (!command.includes('\n')) return command
  const below: string[] = []
  const put = (text: string): string => {
    const lines = text.split('\n')
    const at = lines.findIndex(line => line.trim() !== '')
    const first = lines[at]?.trim() ?? ''
    below.push(...lines.slice(at + 1).filter(line => line.trim() !== ''))
    return first.includes('"') ? `'${first}'` : `"${first}"`
  }
  let shown = ''
  let from = 0
  for (const { index, 0: begin, 2: word } of command.matchAll(opening)) {
    if (index < from) continue
    const start = index + begin.length
    const end = wordAlone(command, start, word as string)
    closing.lastIndex = end?.to ?? command.length
    if (end === undefined || !closing.test(command)) break
    shown += command.slice(from, index) + put(command.slice(start, end.from))
    from = closing.lastIndex
  }
  const whole = (shown + command.slice(from)).replace(
    quoted,
    (_, option: string, first: string, more: string) => option + put(`${first}\n${more}`),
  )
  return [whole, ...below].join('\n')
}

const oneWord = /^[ \t]{0,40}([A-Za-z_]\w{0,60})[ \t\r]{0,8}$/gm

/** The line that ends a heredoc. */
function wordAlone(
  command: string,
  start: number,
  word: string,
): { readonly from: number; readonly to: number } | undefined {
  oneWord.lastIndex = start
  for (let found = oneWord.exec(command); found !== null; found = oneWord.exec(command))
    if (found[1] === word) return { from: found.index, to: oneWord.lastIndex }
  return undefined
}
