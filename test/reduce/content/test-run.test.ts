import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testRun } from '../../../src/reduce/content/test-run.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell, viewOf } from './output-laws.ts'
import '../../property-seed.ts'

interface Run {
  readonly command: string
  readonly text: string
  /** Parts of lines that come before all others. */
  readonly key: readonly string[]
  readonly said: readonly string[]
  /** Parts of lines that no statement may replace. */
  readonly shown?: readonly string[]
}

const runs: Readonly<Record<string, Run>> = {
  vitest: {
    command: 'npx vitest run',
    text: ` RUN  v3.0.0 /srv/shop

 ✓ test/cart.test.ts (12 tests) 8ms
 ✓ test/user.test.ts (3 tests) 2ms
 ❯ test/price.test.ts (5 tests | 1 failed) 14ms
   ✓ adds tax 1ms
   ✓ keeps cents 1ms
   × rounds up 7ms
     → expected 3 to be 4

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/price.test.ts > price > rounds up
AssertionError: expected 3 to be 4 // Object.is equality

- Expected
+ Received

- 4
+ 3

 ❯ test/price.test.ts:31:22
     29|   it('rounds up', () => {
     30|     const total = price(2.5)
     31|     expect(total).toBe(4)
       |                   ^

 Test Files  1 failed | 2 passed (3)
      Tests  1 failed | 19 passed (20)
   Duration  812ms`,
    key: [
      '× rounds up',
      'FAIL  test/price.test.ts',
      'expected 3 to be 4',
      '- 4',
      '+ 3',
      '❯ test/price.test.ts:31:22',
      'Tests  1 failed | 19 passed',
    ],
    said: ['… 2 test files passed', '… 2 passed'],
  },
  jest: {
    command: 'cd web && CI=1 npx jest',
    text: `PASS src/cart.test.ts (5.1 s)
  cart
    ✓ adds (3 ms)
    ✓ removes (1 ms)
PASS src/user.test.ts
FAIL src/price.test.ts
  price
    ✓ adds tax (2 ms)
    ✓ keeps cents (1 ms)
    ✕ rounds up (4 ms)

  ● price › rounds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      29 |     const total = price(2.5)
    > 30 |     expect(total).toBe(4)
         |                   ^

      at Object.<anonymous> (src/price.test.ts:30:19)
      at run (node_modules/jest-circus/build/run.js:1:2)
      at step (node_modules/jest-circus/build/run.js:3:4)

Test Suites: 1 failed, 2 passed, 3 total
Tests:       1 failed, 9 passed, 10 total`,
    key: [
      'FAIL src/price.test.ts',
      '✕ rounds up',
      '● price › rounds up',
      'Expected: 4',
      'Received: 3',
      'src/price.test.ts:30:19',
      'Tests:       1 failed',
    ],
    said: ['… 2 test files passed', '… 2 passed', '    … 2 library frames: jest-circus'],
  },
  mocha: {
    command: 'npx mocha',
    text: `  cart
    ✓ adds
    ✓ removes
    1) rounds up

  2 passing (8ms)
  1 failing

  1) cart
       rounds up:
     AssertionError: expected 3 to equal 4
      at Context.<anonymous> (test/cart.js:9:14)`,
    key: ['1) rounds up', '2 passing', '1 failing', 'AssertionError: expected 3', 'test/cart.js:9:14'],
    said: ['… 2 passed'],
  },
  bun: {
    command: 'bun test',
    text: `bun test v1.2.0

test/cart.test.ts:
(pass) cart > adds [1.00ms]
(pass) cart > fails to add nothing
(pass) cart > removes
9 | it('rounds up', () => {
10 |   expect(price(2.5)).toBe(4)
                         ^
error: expect(received).toBe(expected)

Expected: 4
Received: 3

      at <anonymous> (/srv/shop/test/cart.test.ts:10:22)
(fail) cart > rounds up [2.00ms]
(skip) cart > later

 3 pass
 1 skip
 1 fail
Ran 5 tests across 1 file. [20.00ms]`,
    key: [
      'error: expect(received)',
      'Expected: 4',
      'Received: 3',
      'cart.test.ts:10:22',
      '(fail) cart > rounds up',
      ' 3 pass',
      ' 1 fail',
      'Ran 5 tests',
    ],
    said: ['… 3 passed'],
  },
  pytest: {
    command: 'python -m pytest',
    text: `============================= test session starts ==============================
platform linux -- Python 3.12.1, pytest-8.1.1
rootdir: /srv/shop
collected 9 items

tests/test_cart.py .....                                                 [ 55%]
tests/test_user.py ..                                                    [ 77%]
tests/test_price.py F.                                                   [100%]

=================================== FAILURES ===================================
_________________________________ test_rounds __________________________________

    def test_rounds():
        total = price(2.5)
>       assert total == 4
E       assert 3 == 4

tests/test_price.py:7: AssertionError
=========================== short test summary info ============================
FAILED tests/test_price.py::test_rounds - assert 3 == 4
========================= 1 failed, 8 passed in 0.12s ==========================`,
    key: [
      'tests/test_price.py F.',
      '___ test_rounds ___',
      '>       assert total == 4',
      'E       assert 3 == 4',
      'tests/test_price.py:7: AssertionError',
      'FAILED tests/test_price.py::test_rounds',
      '1 failed, 8 passed in 0.12s',
    ],
    said: ['… 2 test files passed'],
  },
  'pytest -v': {
    command: 'uv run pytest -v',
    text: `============================= test session starts ==============================
tests/test_cart.py::test_adds PASSED                                     [ 25%]
tests/test_cart.py::test_fails_cleanly PASSED                            [ 50%]
tests/test_cart.py::test_later SKIPPED (not yet)                         [ 75%]
tests/test_price.py::test_rounds FAILED                                  [100%]
============== 1 failed, 2 passed, 1 skipped in 0.05s ==========================`,
    key: ['test_rounds FAILED', '1 failed, 2 passed, 1 skipped'],
    said: ['… 2 passed'],
  },
  unittest: {
    command: 'python -m unittest',
    text: `test_adds (cart.CartTest) ... ok
test_removes (cart.CartTest) ... ok
test_rounds (cart.CartTest) ... FAIL

======================================================================
FAIL: test_rounds (cart.CartTest)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/srv/shop/cart.py", line 9, in test_rounds
    self.assertEqual(price(2.5), 4)
AssertionError: 3 != 4

Ran 3 tests in 0.001s

FAILED (failures=1)`,
    key: [
      'test_rounds (cart.CartTest) ... FAIL',
      'FAIL: test_rounds',
      'cart.py", line 9',
      'AssertionError: 3 != 4',
      'Ran 3 tests',
      'FAILED (failures=1)',
    ],
    said: ['… 2 passed'],
  },
  go: {
    command: 'go test ./... 2>&1 | tail -40',
    text: `ok  \tacme.dev/shop/cart\t0.012s
ok  \tacme.dev/shop/user\t(cached)
ok  \tacme.dev/shop/tax\t0.1s\tcoverage: 48.7% of statements
?   \tacme.dev/shop\t[no test files]
--- FAIL: TestRounds (0.00s)
    --- FAIL: TestRounds/up (0.00s)
        price_test.go:31: got 3, want 4
        helper.go:12: state dumped
            a: 1
✓ Created the index
FAIL
FAIL\tacme.dev/shop/price\t0.020s
FAIL`,
    key: [
      '--- FAIL: TestRounds (',
      '--- FAIL: TestRounds/up',
      'price_test.go:31: got 3, want 4',
      'FAIL\tacme.dev/shop/price',
      'coverage: 48.7%',
    ],
    said: ['… 2 packages passed'],
    shown: ['✓ Created the index'],
  },
  'go test -v': {
    command: 'go test -v ./cart',
    text: `=== RUN   TestAdds
--- PASS: TestAdds (0.00s)
=== RUN   TestFails
=== RUN   TestRemoves
    cart_test.go:9: removed 3
--- PASS: TestRemoves (0.00s)
=== NAME  TestFails
    cart_test.go:40: got 3, want 4
✓ Created the index
--- FAIL: TestFails (0.10s)
FAIL`,
    key: ['cart_test.go:40: got 3, want 4', '--- FAIL: TestFails'],
    said: ['… 2 passed'],
    shown: ['✓ Created the index'],
  },
  'go, where it does not compile': {
    command: 'go test ./...',
    text: `# acme.dev/shop/cart [acme.dev/shop/cart.test]
cart/cart_test.go:968:91: not enough arguments in call to total
\thave (string)
\twant (string, int)
cart/cart_test.go:1022:125: not enough arguments in call to total
cart/cart_test.go:1075:90: not enough arguments in call to total
FAIL\tacme.dev/shop/cart [build failed]`,
    key: ['cart_test.go:968:91', 'cart_test.go:1022:125', 'cart_test.go:1075:90', '[build failed]'],
    said: [],
  },
  cargo: {
    command: 'cargo test',
    text: `running 3 tests
test cart::adds ... ok
test cart::removes ... ok
test cart::rounds ... FAILED

failures:

---- cart::rounds stdout ----
thread 'cart::rounds' panicked at src/cart.rs:40:9:
assertion \`left == right\` failed
  left: 3
 right: 4

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured
error: test failed, to rerun pass \`--lib\``,
    key: [
      'test cart::rounds ... FAILED',
      '---- cart::rounds stdout',
      'src/cart.rs:40:9',
      '  left: 3',
      ' right: 4',
      'test result: FAILED',
      'error: test failed',
    ],
    said: ['… 2 passed'],
  },
  TAP: {
    command: 'node --test',
    text: `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 0.4
  ...
ok 2 - removes
not ok 3 - rounds up
  ---
  location: '/srv/shop/test/cart.js:9:1'
  error: 'Expected values to be strictly equal: 3 !== 4'
  ...
1..3
# tests 3
# pass 2
# fail 1`,
    key: [
      'not ok 3 - rounds up',
      "location: '/srv/shop/test/cart.js:9:1'",
      '3 !== 4',
      '# pass 2',
      '# fail 1',
    ],
    said: ['… 2 passed'],
  },
  maven: {
    command: './mvnw test',
    text: `[INFO] Running com.acme.CartTest
[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in com.acme.CartTest
[INFO] Running com.acme.UserTest
[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in com.acme.UserTest
[INFO] Running com.acme.PriceTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in com.acme.PriceTest
[ERROR] com.acme.PriceTest.roundsUp  Time elapsed: 0.01 s  <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <4> but was: <3>
\tat com.acme.PriceTest.roundsUp(PriceTest.java:31)
[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0
[INFO] BUILD FAILURE`,
    key: [
      'in com.acme.PriceTest',
      'PriceTest.roundsUp  Time',
      'expected: <4> but was: <3>',
      'PriceTest.java:31',
      'Tests run: 9',
      'BUILD FAILURE',
    ],
    said: ['… 2 test files passed'],
  },
  bazel: {
    command: 'bazel test //shop/... --test_output=errors',
    text: `INFO: Analyzed 3 targets (12 packages loaded, 150 targets configured).
INFO: Found 3 test targets...
[12 / 14] Testing //shop:price_test; 1s linux-sandbox
FAIL: //shop:price_test (see /srv/cache/testlogs/shop/price_test/test.log)
INFO: From Testing //shop:price_test:
==================== Test output for //shop:price_test:
shop/price_test.cc:14: Failure
Expected: 4
Actual: 3
================================================================================
INFO: Elapsed time: 4.512s, Critical Path: 1.20s
INFO: Build completed, 1 test FAILED, 12 total actions
//shop:cart_test                                   (cached) PASSED in 0.1s
//shop:tax_test                                             PASSED in 0.3s
//shop:price_test                                           FAILED in 0.4s
  /srv/cache/testlogs/shop/price_test/test.log

Executed 2 out of 3 tests: 2 tests pass and 1 fails locally.`,
    key: [
      'FAIL: //shop:price_test',
      'shop/price_test.cc:14: Failure',
      'Expected: 4',
      'Actual: 3',
      'FAILED in 0.4s',
      'Executed 2 out of 3 tests',
    ],
    said: ['… 2 passed'],
  },
  rspec: {
    command: 'bundle exec rspec',
    text: `..F

Failures:

  1) Cart rounds up
     Failure/Error: expect(cart.total).to eq(4)

       expected: 4
            got: 3

     # ./spec/cart_spec.rb:9:in 'block'

Finished in 0.01 seconds
3 examples, 1 failure

Failed examples:

rspec ./spec/cart_spec.rb:7 # Cart rounds up`,
    key: [
      '1) Cart rounds up',
      'Failure/Error',
      'expected: 4',
      'got: 3',
      'spec/cart_spec.rb:9',
      '3 examples, 1 failure',
      'rspec ./spec/cart_spec.rb:7',
    ],
    said: [],
  },
}

describe('testRun', () => {
  it.each(Object.keys(runs))('reads %s: failures whole, passes counted', name => {
    const run = runs[name] as Run
    expect(testRun.fits(new SourcedText(run.text, { ...shell, command: run.command }))).toBe(true)
    const pieces = obeysLaws(testRun, run.text)
    const key = viewOf(pieces, 'key').join('\n')
    for (const text of run.key) expect(key).toContain(text)
    expect(pieces.filter(({ isStatement }) => isStatement).map(({ text }) => text)).toEqual(run.said)
    const all = pieces.map(({ text }) => text).join('\n')
    for (const text of run.shown ?? []) expect(all).toContain(text)
  })

  it('reads the events of go test -json as what the tests printed', () => {
    const event = (action: string, output?: string): string =>
      JSON.stringify({
        Time: '2026-03-01T10:00:00Z',
        Action: action,
        Package: 'acme.dev/shop',
        Test: 'TestFails',
        Output: output,
      })
    const text = [
      event('run'),
      event('output', '=== RUN   TestFails\n'),
      event('output', '    cart_test.go:40: got 3, want 4\n'),
      event('output', '--- FAIL: TestFails (0.10s)\n'),
      event('fail'),
      '{"Action":"output","Output":broken',
    ].join('\n')
    expect(testRun.fits(new SourcedText(text, { ...shell, kind: 'json' }))).toBe(true)
    const key = viewOf(obeysLaws(testRun, text), 'key')
    expect(key).toContain('    cart_test.go:40: got 3, want 4')
    expect(key).toContain('--- FAIL: TestFails (0.10s)')
  })

  it('says how a run ended before anything else', () => {
    const text = `Exit code 1\n[test:ci] $ go test ./...\n[test:ci] ERROR task failed\n${(runs['go'] as Run).text}`
    expect(viewOf(obeysLaws(testRun, text), 'key').slice(0, 2)).toEqual([
      'Exit code 1',
      '[test:ci] ERROR task failed',
    ])
  })

  it('takes nothing below a line at the margin for part of a failure of Go', () => {
    const text = `--- FAIL: TestA (0.00s)
    a_test.go:3: got 1, want 2
the server was closed
    a_test.go:9: printed while it closed
FAIL\tacme.dev/a\t0.1s`
    const key = viewOf(obeysLaws(testRun, text), 'key')
    expect(key).toContain('    a_test.go:3: got 1, want 2')
    expect(key).not.toContain('    a_test.go:9: printed while it closed')
  })

  it('takes what the next test of Go printed for no part of the failure above it', () => {
    const text = `--- FAIL: TestOne (0.01s)
=== RUN   TestTwo
    two_test.go:8: expected 3, got 4
--- FAIL: TestTwo (0.01s)
FAIL
FAIL	example.com/app	0.02s`
    const pieces = testRun.pieces(text, { role: 'tool', kind: 'test-run', tool: 'Bash' })
    const message = pieces.find(piece => piece.text.includes('two_test.go'))
    expect(message).toMatchObject({ value: 'key' })
    expect(message?.under).toBeUndefined()
  })

  it('leaves out what passed tests of Go printed beside a failure', () => {
    const passed = `=== RUN   TestOne
Warning: no region is set
--- PASS: TestOne (0.00s)
`
    const failed = `=== RUN   TestTwo
    tax_test.go:7: got 3, want 4
--- FAIL: TestTwo (0.00s)
FAIL
`
    const valueIn = (text: string): string | undefined =>
      testRun.pieces(text, shell).find(piece => piece.text.startsWith('Warning'))?.value
    expect(valueIn(`${passed}${failed}`)).toBe('noise')
    expect(valueIn(`${failed}${passed}`)).toBe('noise')
    expect(valueIn(passed)).toBe('key')
  })

  it('counts tests of two packages apart from each other behind the prefix of a task runner', () => {
    const text = [
      '@shop/core test: a.test.ts:',
      ...Array(3).fill('@shop/core test: (pass) adds'),
      '@shop/web test: b.test.ts:',
      ...Array(4).fill('@shop/web test: (pass) shows'),
    ].join('\n')
    const said = obeysLaws(testRun, text).filter(({ isStatement }) => isStatement)
    expect(said.map(({ text }) => text)).toEqual(['… 3 passed', '… 4 passed'])
    expect(said.map(({ lines }) => lines)).toEqual([3, 4])
  })

  it('is not fooled by a search for the name of a runner', () => {
    const text = 'README.md:3:Run go test ./... first\nMakefile:9:\tgo test -v ./...'
    expect(
      testRun.fits(new SourcedText(text, { ...shell, kind: 'search', command: "grep -rn 'go test' ." })),
    ).toBe(false)
  })

  it('keeps the laws on anything', () => {
    const typical = Object.values(runs).flatMap(({ text }) => text.split('\n'))
    fc.assert(fc.property(outputOf(typical), text => void obeysLaws(testRun, text)))
  })

  it('reads hostile text in one pass', () => {
    for (const text of hostile) obeysLaws(testRun, text)
  })
})
