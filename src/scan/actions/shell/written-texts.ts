/** Texts that a command writes into files to the letter: `cat > a.ts <<'EOF'`, `tee -a b.sh <<EOF`. */
import { bodyOf } from './command-readings.ts'
import { fileName } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'
import { shellIntents } from './shell-intents.ts'

export interface WrittenText {
  readonly path: string
  readonly text: string
  /** Nothing else is in the file. */
  readonly isWhole: boolean
}

export function writtenTexts(command: ShellCommand): readonly WrittenText[] {
  const [name, ...rest] = command.words
  const program = fileName(name?.text ?? '')
  const passesOn = program === 'tee' || (program === 'cat' && rest.every(({ text }) => text === '-'))
  const text = passesOn ? bodyOf(command) : ''
  if (text === '') return []
  return shellIntents(command).flatMap(intent =>
    intent.type === 'create' || intent.type === 'modify'
      ? [{ path: intent.path, text, isWhole: intent.type === 'create' }]
      : [],
  )
}
