/** Texts for people, which no check of a program looks at. */

/** Whether a file is such a text, by its path. */
export function isDocumentation(path: string): boolean {
  return extension.test(path) && !input.test(path)
}

const extension = /\.(?:md|markdown|txt|rst|adoc)$/i
/** What a program or its tests read: `CMakeLists.txt`, `requirements-dev.txt`, `testdata/answer.md`, `prompts/plan.md`. */
const input =
  /(?:^|\/)(?:(?:tests?|testdata|fixtures?|__\w{1,40}__|goldens?|snapshots?|prompts?|templates?)\/|(?:CMakeLists|(?:requirements|constraints)[^/]{0,40})\.txt$)/i

/** `markdownlint README.md`, `npm run docs:build`, `prettier --check .` */
const ofTexts =
  /(?:^|[^a-z])(?:docs?|documentation|markdown\w{0,20}|readme|mkdocs|sphinx(?:-\w{1,20})?|docusaurus|prettier|dprint|remark|textlint|vale|c?spell\w{0,10}|lychee|links?)(?![a-z])|\.(?:md|markdown|txt|rst|adoc)(?!\w)/i

/** Whether a command speaks of such texts. */
export function checksDocumentation(command: string): boolean {
  return ofTexts.test(command)
}
