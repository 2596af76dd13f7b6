/** Bazel: `bazel test //...`, `bazel build //app`. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'
import { namedResults } from './named-results.ts'

export const bazel: Checker = {
  name: 'bazel',
  subcommandPrograms: 'bazel bazelisk',
  quiet:
    /^--(?:test_output=\w+|test_summary=\w+|verbose_failures|keep_going|(no)?show_\w+|(no)?cache_test_results(=\w+)?|color=\w+|curses=\w+)$/,
  canonicalWords,
  widerTargets,
  wholeProject: '//...',
  passed: /^@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} {1,200}(\(cached\) )?PASSED\b|\b\d{1,6} tests? pass(?:es)?\b/m,
  failed:
    /^@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} {1,200}(?:FAILED|TIMEOUT|NO STATUS|REMOTE FAILURE)\b|^Executed \d{1,6} out of \d{1,6} tests?: .{0,80}\b[1-9]\d{0,5} fails?\b|\bBuild did NOT complete successfully\b/m,
  notCompiled: /\bBuild did NOT complete successfully\b/,
  line: anyOf(
    /@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} +(\(cached\) )?(?:PASSED|FAILED|TIMEOUT|FLAKY|NO STATUS|SKIPPED)(?!\w)/,
    /(?:FAIL|TIMEOUT): @{0,2}[\w.~+-]{0,80}\/\/\S|={5,} Test output for \S/,
  ),
  summary: /Executed \d+ out of \d+ tests?: \d/y,
  report: {
    sign: /(?:^|\n)(?:@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} {1,200}(?:\(cached\) )?(?:PASSED|FAILED|TIMEOUT|FLAKY|NO STATUS|SKIPPED)\b|Executed \d{1,6} out of \d{1,6} tests?: |(?:FAIL|TIMEOUT): @{0,2}[\w.~+-]{0,80}\/\/\S)/,
    roles: {
      pass: /@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} +(\(cached\) )?(?:PASSED|FLAKY)(?!\w)/y,
      skip: /@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} +(?:SKIPPED|NO STATUS)\b/y,
      fail: anyOf(
        /@{0,2}[\w.~+-]{0,80}\/\/\S{1,300} +(?:FAILED|TIMEOUT|REMOTE FAILURE)(?!\w)/,
        /(?:FAIL|TIMEOUT): @{0,2}[\w.~+-]{0,80}\/\/\S/,
      ),
      total:
        /Executed \d+ out of \d+ tests?: |INFO: Build completed|(?:ERROR|FAILED): Build did NOT complete/y,
      // The output of a test is below the line that says that it failed.
      noise: /INFO: |={5,} Test output for \S|={5,}$|\[\d[\d,]* \/ \d[\d,]*\] |Loading: |Analyzing: /y,
    },
  },
  // //app:cart_test    (cached) PASSED in 0.1s
  results: namedResults({
    sign: /\/\/\S{1,300} {1,200}(?:\(cached\) )?(?:PASSED|FAILED|TIMEOUT)/,
    pattern:
      /^(@{0,2}[\w.~+-]{0,80}\/\/\S{1,300}) {1,200}(?:\(cached\) )?(PASSED|FAILED|TIMEOUT)(?! TO BUILD)\b/gm,
    result: 2,
    name: 1,
  }),
}

const isTarget = (word: string): boolean => /^(?:@{0,2}[\w.~+-]{0,80}\/\/|:)/.test(word)

/** `bazel test --config=ci //app` → `bazel test //app --config=ci`. */
function canonicalWords(words: readonly string[]): readonly string[] | undefined {
  const [program = '', subcommand = '', ...rest] = words
  const ordered = [program, subcommand, ...rest.filter(isTarget), ...rest.filter(word => !isTarget(word))]
  return ordered.some((word, at) => word !== words[at]) ? ordered : undefined
}

const maxSteps = 40

/** `//app/store:a` is covered by `//app/store:all`, `//app/store/...`, `//app/...` and `//...`. */
function widerTargets(words: readonly string[]): readonly (readonly string[])[] {
  const targets = words.filter(isTarget)
  const [target = ''] = targets
  const start = target.indexOf('//') + 2
  if (start < 2) return []
  const at = words.indexOf(target)
  const rest = words.filter(word => !isTarget(word))
  const repository = target.slice(0, start)
  // Only the whole repository is known to include several targets.
  const [label = '', name] = targets.length > 1 ? [''] : target.slice(start).split(':', 2)
  const steps = label.split('/', maxSteps).filter(step => step !== '' && step !== '...')
  const above = steps.map((_, index) => `${steps.slice(0, steps.length - index).join('/')}/...`)
  return [...(name === undefined ? [] : [`${label}:all`]), ...above, '...'].map(wider =>
    rest.toSpliced(at, 0, repository + wider),
  )
}
