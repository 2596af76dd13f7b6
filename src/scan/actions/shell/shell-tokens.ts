/** A shell command as its words, operators and redirections, in one pass: quotes, substitutions and heredocs included. */

export interface ShellWord {
  readonly type: 'word'
  /** Without its quotes. */
  readonly text: string
  /** Holds an expansion or a pattern: only the shell knows its value. */
  readonly isDynamic: boolean
  readonly isQuoted: boolean
}

export interface Redirection {
  readonly type: 'redirection'
  /** `>`, `>>`, `<`, `<<`, `<<<`, `>&` … */
  readonly operator: string
  /** Absent where none is written. */
  readonly descriptor?: number
  readonly target: ShellWord
  /** What a heredoc holds. */
  readonly body?: string
}

export interface Operator {
  readonly type: 'operator'
  readonly text: '&&' | '||' | ';' | '|' | '&' | '(' | ')'
}

type ShellToken = ShellWord | Redirection | Operator

/** Tolerant: whatever is not closed ends with the text. */
export function shellTokens(source: string): readonly ShellToken[] {
  return new ShellLexer(source).tokens()
}

interface PendingBody {
  readonly index: number
  readonly delimiter: string
  readonly stripsTabs: boolean
}

const operators: readonly Operator['text'][] = ['&&', '||', ';', '|', '&', '(', ')']
const beginsOperator = new Set(operators.map(([character]) => character))
const redirection = /(\d{0,3}|&)(<<<|<<-|<<|<>|<&|>>|>&|>\||<|>)/y
const beginsRedirection = new Set('0123456789&<>')
const endsWord = new Set(' \t\r\n;|&()<>')
/** Characters without a special meaning, outside and inside of double quotes: most of any command. */
const plain = /[^ \t\r\n;|&()<>'"\\`$*?[{]+/y
const wholeWord = /[^ \t\r\n;|&()<>'"`]*/y
const hereString = /@(["'])\r?\n/y
const plainInQuotes = /[^"\\`$]+/y

class ShellLexer {
  readonly #source: string
  readonly #tokens: ShellToken[] = []
  #at = 0
  #pending: PendingBody[] = []
  /** Here-documents without a body: `1<<2` in an arithmetic expression. */
  #unclosed = 0

  constructor(source: string) {
    this.#source = source
  }

  tokens(): readonly ShellToken[] {
    while (this.#at < this.#source.length) this.#next()
    return this.#tokens
  }

  #next(): void {
    const character = this.#source[this.#at] as string
    if (character === '\n') this.#endLine()
    else if (character === ' ' || character === '\t' || character === '\r') this.#skip(1)
    else if (this.#source.startsWith('\\\n', this.#at)) this.#skip(2)
    else if (character === '#') this.#skipTo(this.#source.indexOf('\n', this.#at))
    else if (beginsRedirection.has(character) && this.#redirect()) return
    else this.#tokens.push(beginsOperator.has(character) ? this.#operator() : this.#word())
  }

  #operator(): Operator {
    const isHere = (text: string): boolean => this.#source.startsWith(text, this.#at)
    const text = operators.find(isHere) as Operator['text']
    this.#skip(text.length)
    return { type: 'operator', text }
  }

  /** All from here that the sticky pattern matches; it may be nothing. */
  #run(pattern: RegExp): string {
    const start = this.#at
    pattern.lastIndex = start
    if (pattern.test(this.#source)) this.#at = pattern.lastIndex
    return this.#source.slice(start, this.#at)
  }

  #skip(count: number): void {
    this.#at += count
  }

  #skipTo(index: number): void {
    this.#at = index < 0 ? this.#source.length : index
  }

  #endLine(): void {
    this.#tokens.push({ type: 'operator', text: ';' })
    this.#at += 1
    for (const { index, delimiter, stripsTabs } of this.#pending) {
      const { body, end } = this.#bodyUntil(delimiter, stripsTabs)
      const token = this.#tokens[index]
      if (token?.type === 'redirection') this.#tokens[index] = { ...token, body }
      this.#at = end
    }
    this.#pending = []
  }

  #redirect(): boolean {
    redirection.lastIndex = this.#at
    const match = redirection.exec(this.#source)
    if (match === null) return false
    const [whole, descriptor = '', operator = ''] = match
    // `<(command)` and `>(command)` are words.
    if (whole.length === 1 && this.#source[this.#at + 1] === '(') return false
    this.#at += whole.length
    while (this.#source[this.#at] === ' ' || this.#source[this.#at] === '\t') this.#at += 1
    const target = this.#word()
    const opens = operator === '<<' || operator === '<<-'
    if (opens)
      this.#pending.push({
        index: this.#tokens.length,
        delimiter: target.text,
        stripsTabs: operator === '<<-',
      })
    this.#tokens.push({
      type: 'redirection',
      operator: opens ? '<<' : operator,
      ...(/^\d+$/.test(descriptor) ? { descriptor: Number(descriptor) } : {}),
      target,
    })
    return true
  }

  /** The lines from here up to the one that is `delimiter`, or to the end. */
  #bodyUntil(delimiter: string, stripsTabs: boolean): { body: string; end: number } {
    const start = this.#at
    for (let line = start; line < this.#source.length; ) {
      const lineBreak = this.#source.indexOf('\n', line)
      const stop = lineBreak < 0 ? this.#source.length : lineBreak
      const text = this.#source.slice(line, stop).replace(/\r$/, '')
      if ((stripsTabs ? text.replace(/^\t+/, '') : text) === delimiter)
        return { body: this.#source.slice(start, line), end: stop + 1 }
      line = stop + 1
    }
    return { body: this.#source.slice(start), end: this.#source.length }
  }

  #word(): ShellWord {
    const body = this.#hereString()
    if (body !== undefined) return { type: 'word', text: body, isDynamic: false, isQuoted: true }
    let text = ''
    let isDynamic = false
    let isQuoted = false
    let isWindowsPath: boolean | undefined
    const start = this.#at
    while (this.#at < this.#source.length) {
      text += this.#run(plain)
      const character = this.#source[this.#at] ?? '\n'
      if (endsWord.has(character) && !(this.#at === start && this.#isProcess())) break
      if (character === "'") {
        isQuoted = true
        const end = this.#source.indexOf("'", this.#at + 1)
        text += this.#source.slice(this.#at + 1, end < 0 ? undefined : end)
        this.#skipTo(end < 0 ? -1 : end + 1)
      } else if (character === '"') {
        isQuoted = true
        const quoted = this.#doubleQuoted()
        text += quoted.text
        isDynamic ||= quoted.isDynamic
      } else if (character === '\\') {
        const escaped = this.#source[this.#at + 1] ?? ''
        isWindowsPath ??= this.#isWindowsPath(start)
        if (isWindowsPath && /[\w.@-]/.test(escaped)) text += '/'
        // `dist\*` is a pattern in PowerShell and a name elsewhere.
        isDynamic ||= escaped === '*' && text !== ''
        if (escaped !== '\n') text += escaped
        this.#skip(2)
      } else if (this.#expands() || this.#isProcess()) {
        isDynamic = true
        text += this.#expansion()
      } else {
        if (character === '*' || character === '?' || character === '[' || character === '{') isDynamic = true
        text += character
        this.#skip(1)
      }
    }
    return { type: 'word', text, isDynamic, isQuoted }
  }

  /** `src\a.ts`: a backslash that would escape nothing separates folders. */
  #isWindowsPath(start: number): boolean {
    wholeWord.lastIndex = start
    return /[\w.:~]\\\w/.test(wholeWord.exec(this.#source)?.[0] ?? '')
  }

  /** A text of PowerShell: `@"`, lines, `"@`. */
  #hereString(): string | undefined {
    hereString.lastIndex = this.#at
    const [opening, quote = ''] = hereString.exec(this.#source) ?? []
    if (opening === undefined) return undefined
    const start = this.#at + opening.length
    const end = this.#source.indexOf(`\n${quote}@`, start - 1)
    this.#skipTo(end < 0 ? -1 : end + 3)
    return this.#source.slice(start, end < 0 ? undefined : end)
  }

  #doubleQuoted(): { text: string; isDynamic: boolean } {
    let text = ''
    let isDynamic = false
    this.#skip(1)
    while (this.#at < this.#source.length) {
      text += this.#run(plainInQuotes)
      const character = this.#source[this.#at] ?? ''
      if (character === '"') {
        this.#skip(1)
        break
      }
      if (character === '\\') {
        const escaped = this.#source[this.#at + 1] ?? ''
        if (!'$`"\\\n'.includes(escaped)) text += '\\'
        if (escaped !== '\n') text += escaped
        this.#skip(2)
      } else if (this.#expands()) {
        isDynamic = true
        text += this.#expansion()
      } else {
        text += character
        this.#skip(1)
      }
    }
    return { text, isDynamic }
  }

  #isProcess(): boolean {
    return this.#source.startsWith('<(', this.#at) || this.#source.startsWith('>(', this.#at)
  }

  #expands(): boolean {
    const character = this.#source[this.#at]
    return character === '`' || (character === '$' && /[\w{(?*@#!$-]/.test(this.#source[this.#at + 1] ?? ''))
  }

  /** An expansion, as it is written. */
  #expansion(): string {
    const start = this.#at
    if (this.#source[this.#at] === '`') {
      const end = this.#source.indexOf('`', this.#at + 1)
      this.#skipTo(end < 0 ? -1 : end + 1)
    } else if (this.#source[this.#at + 1] === '(') this.#substitution()
    else if (this.#source[this.#at + 1] === '{') {
      const end = this.#source.indexOf('}', this.#at)
      this.#skipTo(end < 0 ? -1 : end + 1)
    } else this.#skip(2)
    return this.#source.slice(start, this.#at)
  }

  /** Past the bracket that closes `$(…)`, whatever is nested in it. */
  #substitution(): void {
    this.#skip(2)
    const open: ('(' | '"')[] = ['(']
    while (open.length > 0 && this.#at < this.#source.length) {
      const character = this.#source[this.#at] as string
      const isInQuotes = open.at(-1) === '"'
      if (character === '\\') this.#skip(1)
      else if (character === '"') {
        if (isInQuotes) open.pop()
        else open.push('"')
      } else if (character === '(' && (!isInQuotes || this.#source[this.#at - 1] === '$')) open.push('(')
      else if (!isInQuotes && character === ')') open.pop()
      else if (!isInQuotes && character === "'") {
        const end = this.#source.indexOf("'", this.#at + 1)
        this.#skipTo(end)
      } else if (!isInQuotes && this.#source.startsWith('<<', this.#at)) this.#skipBody()
      this.#skip(1)
    }
  }

  /** A heredoc inside a substitution: `git commit -m "$(cat <<'EOF' … EOF)"`. */
  #skipBody(): void {
    const opening = /<<-?[ \t]?(['"]?)([A-Za-z_]\w{0,60})\1/y
    opening.lastIndex = this.#at
    const match = opening.exec(this.#source)
    if (match === null || this.#unclosed >= maxUnclosed) return
    const delimiter = match[2] as string
    const closing = new RegExp(`\\n\\t*${delimiter}(?=[\\s)]|$)`, 'g')
    closing.lastIndex = opening.lastIndex
    const end = closing.exec(this.#source)
    if (end === null) this.#unclosed += 1
    else this.#at = closing.lastIndex - 1
  }
}

const maxUnclosed = 20
