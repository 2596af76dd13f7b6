/** A command without options that only limit its shown output, and without a message that its outcome repeats. */

/** `2>&1`, `2>&1 | tail -20`, `| head -n 5` at the end. */
const display = /(?: 2>&1)?(?: \| (?:head|tail)(?: -n ?\d{1,5}| -\d{1,5})?)?$/
/** `-m "Fix the parser"` at the end, and `-m "$(cat <<'EOF' …` */
const message =
  /(\bgit commit(?: -{1,2}[\w-]{1,20}){0,4}) -m ["'][^"\n]{0,200}(?:["']\w{0,20}["']?)?["']?(?: …)?$/
/** `[main 1a2b3c4] Fix the parser` */
const made = /\[[^\]\n]{1,120} [0-9a-f]{7,40}\] /

/** `Bash npm test 2>&1 | tail -20` → `Bash npm test`; the outcome of `git commit -m "Fix it"` contains the message. */
export function shortCommand(title: string, outcome: string): string {
  return (made.test(outcome) ? title.replace(message, '$1') : title).replace(display, '')
}
