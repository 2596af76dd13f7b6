import { describe, expect, it } from 'vitest'
import { isBoilerplate } from '../../../../src/strategies/coverage/read/is-boilerplate.ts'

describe('isBoilerplate', () => {
  it.each([
    '+```json',
    '}',
    '\t})',
    "import { a } from './a.ts'",
    'from os import path',
    '\t"github.com/spf13/cobra"',
    '\tif err != nil {',
    '\t\treturn nil, err',
    '\tt.Helper()',
    'Process exited with code 0',
    'Process Group PGID: 26593',
    'Output: (empty)',
    '(Open file: n/a)',
    '(Current directory: /app)',
    'bash-$',
    '(1458 more lines above)',
    'Found 0 total occurrences across 0 files.',
    "} from './a.ts'",
    '145:}',
    '> @scope/name@1.2.3 check',
    '\t//nolint:gosec // a test',
    '    # noqa: E501',
    'agentId: a1b2c3d (for resuming to continue this agent’s work if needed)',
    '<usage>total_tokens: 89688',
    '\t\t\t</Button>',
    '<output>',
    '    </div>);',
    'From github.com:me/app',
    ' * branch              main       -> FETCH_HEAD',
    'Auto-merging src/cart.ts',
    'At line:1 char:2',
    '    + FullyQualifiedErrorId : WebException,Microsoft.PowerShell.Commands',
    '+  ~~~~~~~~~~',
    '      40 │       spawn(["sh"], {',
    '      79 79 │     "permissions": {',
    '      81    │ - ····"deny":·[',
  ])('holds for %j', line => {
    expect(isBoilerplate(line)).toBe(true)
  })

  it.each([
    'const limit = 10',
    'Process exited with code 1',
    'return parse(text)',
    '145:const limit = 10',
    '> a quoted line',
    '// keeps the order',
    'From now on',
    'At line 3 it fails',
    '+ Category: a list',
    '    > 42 │   write(text)',
    '12 │ total',
    '- [ ] write the test',
    '\t<Button disabled>',
    '\t</b> of 3 files',
    'ok',
  ])('does not hold for %j', line => {
    expect(isBoilerplate(line)).toBe(false)
  })

  it('knows a form by the sign that a line begins with, wherever the line is', () => {
    const forms = [
      '});',
      'import x from',
      'from a import b',
      '#include <x>',
      'use a::b',
      'using a.b;',
      'package main',
      'export * from',
      '"use strict"',
      'return nil, err',
      'if err != nil {',
      '} else {',
      '} finally {',
      'const (',
      'var (',
      'return {',
      'export {',
      'break',
      'continue;',
      'pass',
      'else:',
      'try {',
      'end',
      'fi',
      'done',
      '=== RUN A',
      't.Helper()',
      'logger.info(x)',
      'console.log(x)',
      'slog.Info(x)',
      'fmt.Println(x)',
    ]
    for (const form of forms)
      for (const indent of ['', ' ', '\t\t', '\u00a0'])
        expect([form, isBoilerplate(indent + form)]).toEqual([form, true])
    for (const line of ['  "fmt"', '  "github.com/a/b",', '\torders "github.com/a/b"', '', '   '])
      expect([line, isBoilerplate(line)]).toEqual([line, true])
    for (const line of [
      'Chunk ID: 1',
      'Wall time: 1',
      'Process exited with code 0',
      'Output:',
      'Exit code 0',
      '(no output)',
    ])
      expect([line, isBoilerplate(line)]).toEqual([line, true])
    for (const line of [
      'The file a has been updated',
      'File created successfully',
      'Todos have been modified',
      'Successfully wrote a',
    ])
      expect([line, isBoilerplate(line)]).toEqual([line, true])
  })
})
