import { describe, expect, it } from 'vitest'
import { buildProgram, testProgram } from '../../../src/reduce/sourced-text/check-programs.ts'
import { checkerWords } from '../../../src/scan/checks/index.ts'

describe('checkers', () => {
  it('have each program once', () => {
    const programs = (['programs', 'subcommandPrograms', 'taskPrograms'] as const).flatMap(list =>
      checkerWords(list),
    )
    expect(programs.length).toBeGreaterThan(70)
    expect(programs.filter((program, at) => programs.indexOf(program) !== at)).toEqual([])
  })

  it.each(['npx vitest run', 'cargo +nightly t', 'turbo run test', 'bazel test //...', 'npm t'])(
    'print test runs: %s',
    command => {
      expect(testProgram.test(command)).toBe(true)
    },
  )

  it.each(['g++ -O2 a.cc', 'go install ./cmd', 'flutter build apk', 'bazel build //app', 'uv run ruff .'])(
    'print builds: %s',
    command => {
      expect(buildProgram.test(command)).toBe(true)
      expect(testProgram.test(command)).toBe(false)
    },
  )

  it.each(['go test ./...', 'bazel query //...', 'npm install'])('print no build: %s', command => {
    expect(buildProgram.test(command)).toBe(false)
  })
})
