/** Tracks, line by line, whether a program is within a list of imports: `import {`, `  name,`, `} from 'a'`. */

const opening =
  /^\s{0,16}(?:import\b[^'"(){}=;]{0,120}[({]|from \S{1,200} import \(|use [\w:]{1,200}::\{)\s{0,4}$/
/** A line with one of these is not a bare name. */
const statement = /[=;(){}<>]/

export class ImportList {
  #isOpen = false

  /** Whether the line belongs to a list that began above it; lines come in order. */
  isNext(text: string): boolean {
    const wasOpen = this.#isOpen
    this.#isOpen = wasOpen ? !statement.test(text) : opening.test(text)
    return wasOpen && this.#isOpen
  }
}
