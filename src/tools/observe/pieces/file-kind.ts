/** What a file is for, by its path. */
import { fileName } from '../../../scan/actions/shell/join-path.ts'

export type FileKind = 'test' | 'documentation' | 'config' | 'data' | 'source'

const testPath =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e)\/|[._-](?:test|spec)\.[a-z]+$|(?:^|\/)test_[^/]+$|_test\.[a-z]+$/i
const documentation = /\.(?:md|mdx|rst|adoc|txt)$|^(?:readme|changelog|license|contributing)/i
const data = /\.(?:csv|tsv|parquet|jsonl|ndjson|sqlite|db|xlsx|sql)$/i
const config =
  /\.(?:ya?ml|toml|ini|cfg|conf|env|properties|lock|tf|tfvars)$|^\.|^(?:dockerfile|makefile|package(?:-lock)?\.json|tsconfig.*\.json|requirements.*\.txt|go\.(?:mod|sum)|settings.*\.json)$|config\.[a-z]+$/i
const configFolder = /(?:^|\/)\.(?:github|gitlab|circleci|vscode|claude)\//
const documentationFolder = /(?:^|\/)docs?\//

export function fileKind(path: string): FileKind {
  const name = fileName(path)
  if (testPath.test(path)) return 'test'
  if (config.test(name) || configFolder.test(path)) return 'config'
  if (documentation.test(name) || documentationFolder.test(path)) return 'documentation'
  return data.test(name) ? 'data' : 'source'
}
