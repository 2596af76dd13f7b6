/** Maven and Gradle. */
import type { Checker } from './checker.ts'

export const mavenAndGradle: Checker = {
  name: 'maven and gradle',
  taskPrograms: 'mvn ./mvnw mvnw gradle ./gradlew gradlew',
  builders: /mvnw?|gradlew?|javac/,
  hasProjectTasks: true,
  passed: /\bBUILD SUCCESS(?:FUL)?\b/,
  failed: /\bBUILD FAILED\b/,
  notCompiled: /\bCOMPILATION ERROR\b/,
  summary: /(?:\[\w+\] )?Tests run: \d+, Failures: \d/y,
  report: {
    sign: /Tests run: \d|<<< (?:FAILURE|ERROR)!| > \S.{0,100} (?:PASSED|FAILED)\n/,
    roles: {
      failedFile: /(?:\[ERROR\] {1,2})?Tests run: \d+, .{0,80}<<< (?:FAILURE|ERROR)!/y,
      passedFile: /(?:\[INFO\] )?Tests run: \d+, Failures: 0, Errors: 0, .{0,80} (?:- in|--) \S/y,
      total:
        /(?:\[\w+\] {1,2})?Tests run: \d|\[\w+\] BUILD \w|BUILD (?:SUCCESSFUL|FAILED)|\d+ tests completed/y,
      fail: /\[ERROR\] {1,4}\S|.{1,300}<<< (?:FAILURE|ERROR)!|\S.{0,200} > \S.{0,200} FAILED$/y,
      pass: /\S.{0,200} > \S.{0,200} PASSED$/y,
      file: /(?:\[INFO\] )?Running \S/y,
    },
  },
}
