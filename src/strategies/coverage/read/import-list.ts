/** Knows, line by line, whether a program is in a list of what it imports: `import {`, `  name,`, `} from 'a'`. */

const opening =
  /^\s{0,16}(?:import\b[^'"(){}=;]{0,120}[({]|from \S{1,200} import \(|use [\w:]{1,200}::\{)\s{0,4}$/
/** No name stands alone with one of these. */
const statement = /[=;(){}<>]/

export class ImportList {
  #isOpen = false

  /** Whether the line is in a list that began above it; lines come in order. */
  isNext(text: string): boolean {
    const wasOpen = this.#isOpen
    this.#isOpen = wasOpen ? !statement.test(text) : opening.test(text)
    return wasOpen && this.#isOpen
  }
}
