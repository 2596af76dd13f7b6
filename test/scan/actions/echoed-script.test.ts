import { expect, it } from 'vitest'
import { echoLine } from '../../../src/scan/actions/echoed-script.ts'

it.each([
  ['mise', '[test] $ go test ./...\nok  \texample.com/app\t1.2s', '[test] $ go test ./...'],
  ['bun', '$ biome check .\nChecked 12 files.', '$ biome check .'],
  ['npm', '\n> app@1.0.0 lint\n> eslint src\n\n0 problems', '> eslint src'],
  ['a package with a scope', '> @scope/app@0.1.0 check\n> tsc --noEmit', '> tsc --noEmit'],
  ['no runner', 'ok  \texample.com/app\t1.2s', undefined],
  ['a quote far below', `${'line\n'.repeat(8)}> quoted words`, undefined],
])('finds what the task of a project calls: %s', (_, output, line) => {
  expect(echoLine(output)).toBe(line)
})
