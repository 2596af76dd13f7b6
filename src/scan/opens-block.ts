/** Whether what is indented below a line of a program is part of it. */

/** `if (a) {`, `for x in xs:`, `call(`, `def name` */
const opens =
  /[{([:\\]\s{0,4}$|[=-]>\s{0,4}$|^\s{0,80}(?:def|class|module|if|unless|while|for|case|begin|function)(?!\w)/

export function opensBlock(line: string): boolean {
  return opens.test(line)
}
