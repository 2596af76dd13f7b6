/** Calls the functions that make patterns when they are called, not when their module is loaded. */
import { isOwnCommand } from '../../src/doors/hooks/install/added-hooks.ts'
import { nextSteps } from '../../src/ledger/facts/next-steps.ts'
import { wordsIn } from '../../src/measure/relations/contradictions.ts'
import { correctionsIn } from '../../src/measure/relations/correction-signals.ts'
import { cleanTerminal } from '../../src/reduce/clean-terminal.ts'
import { languages } from '../../src/reduce/content/code/languages.ts'
import { tagTokens } from '../../src/reduce/content/html/tag-tokens.ts'
import { lineShape } from '../../src/reduce/line-shape.ts'
import { shellTokens } from '../../src/scan/actions/shell/shell-tokens.ts'
import { genericShapes } from '../../src/scan/secrets/generic-shapes.ts'
import { secretShapes } from '../../src/scan/secrets/secret-shapes.ts'
import { isDemand } from '../../src/scan/signals/is-demand.ts'
import { sessionSignalsIn } from '../../src/scan/signals/session-signals.ts'
import { isUnspaced } from '../../src/scan/signals/unspaced-scripts.ts'
import { weightySignalsIn } from '../../src/scan/signals/weighty-signals.ts'
import { solutionSignalsIn } from '../../src/strategies/partition/forms/read-talk.ts'
import { lazyPattern } from '../../src/tokens/lazy-pattern.ts'
import { eastAsianTable } from '../../src/tools/documents/notation/shorter-text.ts'
import { CodeFinder } from '../../src/tools/documents/substitute.ts'
import { isFinding } from '../../src/tools/observe/extract/is-finding.ts'
import { typesAskedFor } from '../../src/tools/observe/pieces/piece-type.ts'
import { pathMatcher } from '../../src/tools/workspace/path-matcher.ts'

export function exercisePatterns(): void {
  for (const { pattern } of [...secretShapes(), ...genericShapes()]) pattern()
  for (const { rules } of languages()) rules()
  isOwnCommand('claude-code', 'fovea hook run claude-code PostToolUse')
  tagTokens('<script>1 < 2</script>')
  cleanTerminal('10 %\r20 %')
  shellTokens(`git commit -m "$(cat <<'EOF'\nA subject\nEOF\n)"`)
  nextSteps('Next steps:\n- Add a test.\nThe next step is a test.')
  wordsIn('A word.')
  lazyPattern(String.raw`\p{L}`, 'u')('word')
  isUnspaced()
  for (const line of ['ERROR one', '10:00:00 main INFO ready']) lineShape(line)
  new CodeFinder(['§a', '¤1'])
  for (const language of ['zh', 'ja'] as const) eastAsianTable(language, 'ultra')
  pathMatcher(['**/*.md', 'docs/**', '{a,b}?c*.txt'])
  const phraseFinders = [
    correctionsIn,
    solutionSignalsIn,
    isDemand,
    sessionSignalsIn,
    weightySignalsIn,
    isFinding,
    typesAskedFor,
  ]
  for (const find of phraseFinders) find('A sentence.')
}
