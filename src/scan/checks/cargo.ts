/** Rust: `cargo test`, `cargo clippy`, `cargo build`. */
import type { Checker } from './checker.ts'
import { namedResults } from './named-results.ts'

export const cargo: Checker = {
  name: 'cargo',
  subcommandPrograms: 'cargo',
  builders: /rustc/,
  passed: /\btest result: ok\b|^\s{0,8}Finished `?\w{1,20}`? .{0,60}target/m,
  failed: /^error(?:\[\w{1,12}\])?: /m,
  notCompiled: /\berror(?:\[E\d{1,5}\])?: could not compile|^error\[E\d/m,
  line: /test \S+ \.\.\. \w/y,
  summary: /test result: \w/y,
  report: {
    sign: /test result: |test \S{1,300} \.\.\. (?:ok|FAILED|ignored)/,
    roles: {
      pass: /test \S.{0,300} \.\.\. ok/y,
      skip: /test \S.{0,300} \.\.\. ignored/y,
      fail: /test \S.{0,300} \.\.\. FAILED|---- \S.{0,200} stdout ----/y,
      file: / *(?:Running|Doc-tests) \S/y,
      section: /(?:failures|successes):$/y,
      total: /test result: \w|error: (?:test failed|\d+ targets? failed)/y,
      setup: /running \d+ tests?$/y,
    },
  },
  // test parser::empty ... ok
  results: namedResults({
    sign: / \.\.\. (?:ok|FAILED)/,
    pattern: /^test (\S{1,200}) \.\.\. (ok|FAILED)$/gm,
    result: 2,
    name: 1,
  }),
}
