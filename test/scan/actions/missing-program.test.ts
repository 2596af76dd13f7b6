import { describe, expect, it } from 'vitest'
import { missingProgram, runsProgram } from '../../../src/scan/actions/missing-program.ts'

describe('missingProgram', () => {
  it.each([
    ['bash: line 1: python: command not found', 'python'],
    ['/bin/sh: 1: rg: not found', 'rg'],
    ['(eval):1: command not found: pixi', 'pixi'],
    ["The term 'uv' is not recognized as the name of a cmdlet, function", 'uv'],
    ['exec: "docker": executable file not found in $PATH', 'docker'],
    ['/usr/bin/python3: No module named pytest', 'pytest'],
  ])('is named: %s', (output, program) => {
    expect(missingProgram(`Exit code 127\n${output}`)).toBe(program)
  })

  it.each([
    'Error: the page: not found',
    'npm error Unknown command: "tset"',
    "common.sh: line 3: $'\\r': command not found",
    'ModuleNotFoundError: No module named app',
    '404: Not Found',
  ])('is not in %s', output => {
    expect(missingProgram(output)).toBeUndefined()
  })
})

describe('runsProgram', () => {
  it('finds a program where a command begins', () => {
    expect(runsProgram('cd app && rg x', 'rg')).toBe(true)
    expect(runsProgram('python -m pytest -q', 'pytest')).toBe(true)
    expect(runsProgram('cat a.txt|rg x', 'rg')).toBe(true)
    expect(runsProgram('which rg', 'rg')).toBe(false)
    expect(runsProgram('rgb x', 'rg')).toBe(false)
  })
})
