/** What the name of a file says about its content. */
import { languageOfName } from '../../../reduce/content/code/language-of.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'

/** Settings are read line by line, programs are not. */
const settings = /\.(?:json|jsonc|ya?ml|toml|ini|cfg|conf|env|properties|lock|css|scss|html?|xml|sql)$/i

export function isProgramFile(path: string | undefined): boolean {
  return path !== undefined && languageOfName(path) !== undefined && !settings.test(path)
}

/** `parser_test.go`, `parser.test.ts`, `test_parser.py`, `ParserSpec.scala`; not `spec.md`. */
const testName = /(?:^|[._-])(?:tests?|specs?)[._-]|(?:Test|Tests|Spec)\.\w{1,8}$/

export function isTestFile(path: string | undefined): boolean {
  return path !== undefined && testName.test(fileName(path)) && !isDocumentFile(path)
}

/** A file that is written for people to read. */
export function isDocumentFile(path: string): boolean {
  return document.test(path)
}

const document = /\.(?:md|mdx|markdown|txt|rst|adoc|org)$/i
