import { describe, expect, it } from 'vitest'
import { contentReader, detectedKind } from '../../../src/reduce/content/index.ts'
import { checkVerdict } from '../../../src/scan/actions/check-verdict.ts'
import { checkKind, isPartOf } from '../../../src/scan/actions/shell/check-kind.ts'
import { coveringChecks, readCheck } from '../../../src/scan/actions/shell/command-check.ts'
import { isBuildFailure, testResults } from '../../../src/scan/actions/test-results.ts'

const passed = `INFO: Analyzed 2 targets (12 packages loaded, 150 targets configured).
INFO: Found 2 test targets...
//shop:cart_test                                   (cached) PASSED in 0.1s
//shop:tax_test                                             PASSED in 0.3s

Executed 1 out of 2 tests: 2 tests pass.`

const failed = `INFO: Analyzed 2 targets (12 packages loaded, 150 targets configured).
INFO: Found 2 test targets...
FAIL: //shop:price_test (see /srv/cache/testlogs/shop/price_test/test.log)
INFO: From Testing //shop:price_test:
==================== Test output for //shop:price_test:
shop/price_test.cc:14: Failure
Expected: 4
Actual: 3
================================================================================
INFO: Elapsed time: 4.512s, Critical Path: 1.20s
//shop:cart_test                                   (cached) PASSED in 0.1s
//shop:price_test                                           FAILED in 0.4s
  /srv/cache/testlogs/shop/price_test/test.log

Executed 1 out of 2 tests: 1 test passes and 1 fails locally.`

const broken = `ERROR: /srv/shop/BUILD:3:10: Compiling price.cc failed: (Exit 1): gcc failed
//shop:price_test                                           FAILED TO BUILD
FAILED: Build did NOT complete successfully`

describe('bazel', () => {
  it('says whether tests passed, and which', () => {
    expect(checkVerdict(passed)).toBe('passed')
    expect(checkVerdict('//shop PASSED\n1 test passes')).toBe('passed')
    expect(testResults(passed).passed).toEqual(['//shop:cart_test', '//shop:tax_test'])
    expect(checkVerdict(failed)).toBe('failed')
    expect(checkVerdict('Executed 1 out of 2 tests: 1 test passes and 1 fails locally.')).toBe('failed')
    expect(testResults(failed).failed).toEqual(['//shop:price_test'])
    expect(checkVerdict(broken)).toBe('failed')
    expect(isBuildFailure(broken)).toBe(true)
    expect(isBuildFailure(failed)).toBe(false)
  })

  it.each([passed, failed])('prints test runs', text => {
    expect(detectedKind(text)).toBe('test-run')
    const command = 'bazel test //shop/... --test_output=errors'
    expect(contentReader(text, { role: 'tool', kind: 'log', command }).name).toBe('test-run')
  })

  it('tests, builds, or runs a program that is no check', () => {
    expect(checkKind(readCheck('bazelisk test //shop:all').key)).toBe('test')
    expect(checkKind(readCheck('bazel build //shop').key)).toBe('build')
    expect(readCheck('bazel run //shop:build_image').isCheck).toBe(false)
  })

  it('checks a target with all that hold it', () => {
    const { key } = readCheck('bazel test --test_output=errors --config=ci //shop/price:a_test')
    expect(key).toBe('bazel test //shop/price:a_test --config=ci')
    const covering = coveringChecks(key)
    for (const wider of ['//shop/price:all', '//shop/price/...', '//shop/...', '//...'])
      expect(covering).toContain(`bazel test ${wider} --config=ci`)
    expect(covering).not.toContain('bazel test //shop/tax/... --config=ci')
    expect(isPartOf('bazel test //shop:a_test', 'bazel test //...')).toBe(true)
    expect(coveringChecks('bazel test //shop/...')).toContain('bazel test //...')
  })

  it('checks several targets only with the whole repository', () => {
    const covering = coveringChecks('bazel test //shop:a_test //tax:b_test')
    expect(covering).toContain('bazel test //...')
    expect(covering).not.toContain('bazel test //shop/...')
  })
})
