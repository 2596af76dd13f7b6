/** The type of work of a piece: by its actions and outcome, by its commits, and by the words of the request. */
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { type Phrases, phraseFinder } from '../../../scan/signals/phrase-finder.ts'
import { wordGroups } from '../../../scan/vocabulary/word-set.ts'
import { subjectsIn } from '../extract/commits.ts'
import type { ObservationType, ObservedCommand, ObservedFact, ObservedFile } from '../observation.ts'
import type { WorkPiece } from './cut-pieces.ts'

const commitTypes: ReadonlyMap<string, ObservationType> = wordGroups({
  feature: 'feat feature',
  bugfix: 'fix bugfix hotfix',
  refactor: 'refactor style perf',
  documentation: 'docs doc',
  test: 'test tests',
  config: 'build chore ci',
})

const deploys =
  /\b(?:kubectl (?:apply|rollout|set image)|terraform apply|helm (?:install|upgrade)|docker(?:-compose| compose)? (?:push|up)|(?:npm|pnpm|yarn|cargo) publish|twine upload|(?:fly|flyctl|vercel|netlify|firebase|wrangler|serverless|eb|gcloud app|railway)(?: \S+)? deploy|gh release create|vercel --prod|ansible-playbook|systemctl restart)\b/
const installs =
  /\b(?:npm (?:i|install|ci)|pnpm (?:add|install)|yarn add|pip3? install|uv (?:add|sync|pip install)|apt(?:-get)? install|brew install|cargo add|go get|poetry add)\b/
const queries = /\b(?:psql|mysql|sqlite3|mongosh|duckdb|bq query|clickhouse-client)\b/

export interface PieceContent {
  readonly files: readonly ObservedFile[]
  readonly commands: readonly ObservedCommand[]
  readonly facts: readonly ObservedFact[]
}

export function typeOf(piece: WorkPiece, { files, commands, facts }: PieceContent): ObservationType {
  const committed = commitType(piece)
  if (committed !== undefined) return committed
  const succeeded = (pattern: RegExp): boolean =>
    commands.some(
      ({ command, outcome }) => (outcome === 'ok' || outcome === 'finished') && pattern.test(command),
    )
  const types = typesAskedFor(
    wordsOf(`${piece.item ?? ''} ${piece.request?.slice(0, maxRequestLength) ?? ''}`),
  )
  if (succeeded(deploys)) return 'deployment'
  const changed = files.filter(({ operation, isDoubtful }) => operation !== 'read' && isDoubtful !== true)
  const lasting = changed.filter(({ path }) => !/^\/(?:private\/)?(?:tmp|var\/folders)\//.test(path))
  if (lasting.length > 0) {
    const kind = commonKind(lasting)
    if (kind !== undefined && kind !== 'source') return kind
    if (isMoveOnly(lasting)) return 'refactor'
    const [named] = types.filter(type => type !== 'investigation')
    if (named !== undefined) return named
    return hasMended(facts, commands) ? 'bugfix' : 'feature'
  }
  if (subjectsIn(piece.facts).length > 0) return types.find(type => type !== 'investigation') ?? 'feature'
  if (facts.some(({ verb, by }) => verb === 'decided' && by !== 'assistant')) return 'decision'
  if (types.includes('test') && commands.some(({ printed }) => printed !== undefined)) return 'test'
  if (succeeded(installs)) return 'config'
  if (succeeded(queries)) return 'data'
  const hasFailed = facts.some(({ verb }) => verb === 'failed')
  const isSearching = types.includes('investigation') || types.includes('bugfix') || hasFailed
  return isSearching ? 'investigation' : 'discovery'
}

const maxRequestLength = 2000

/** Words of a request without paths: `docs/theme.md` does not ask for documentation. */
function wordsOf(request: string): string {
  return request
    .split(/\s+/)
    .filter(word => !/\w[/.]\w/.test(word))
    .join(' ')
}

/** `fix(parser): …` → bugfix; the last commit decides. */
function commitType({ facts }: WorkPiece): ObservationType | undefined {
  const word =
    /^(\w{2,12})(?:\([^)]{1,60}\))?!?:/.exec(subjectsIn(facts).at(-1) ?? '')?.[1]?.toLowerCase() ?? ''
  return commitTypes.get(word)
}

function commonKind(files: readonly ObservedFile[]): FileKind | undefined {
  const kinds = new Set(files.map(({ path }) => fileKind(path)))
  return kinds.size === 1 ? [...kinds][0] : undefined
}

/** As many files deleted as created, and none modified. */
function isMoveOnly(files: readonly ObservedFile[]): boolean {
  const count = (operation: ObservedFile['operation']): number =>
    files.filter(file => file.operation === operation).length
  return count('modified') === 0 && count('deleted') > 0 && count('deleted') === count('created')
}

/** A command failed and later succeeded; a refused edit is not a bug. */
function hasMended(facts: readonly ObservedFact[], commands: readonly ObservedCommand[]): boolean {
  const run = new Set(commands.map(({ command }) => command))
  return facts.some(
    ({ verb, state, about = '' }) => verb === 'failed' && state === 'resolved' && run.has(about),
  )
}

/** The purpose of a file, by its path. */
type FileKind = 'test' | 'documentation' | 'config' | 'data' | 'source'

const testPath =
  /(?:^|\/)(?:tests?|__tests__|spec|e2e)\/|[._-](?:test|spec)\.[a-z]+$|(?:^|\/)test_[^/]+$|_test\.[a-z]+$/i
const documentation = /\.(?:md|mdx|rst|adoc|txt)$|^(?:readme|changelog|license|contributing)/i
const data = /\.(?:csv|tsv|parquet|jsonl|ndjson|sqlite|db|xlsx|sql)$/i
const config =
  /\.(?:ya?ml|toml|ini|cfg|conf|env|properties|lock|tf|tfvars)$|^\.|^(?:dockerfile|makefile|package(?:-lock)?\.json|tsconfig.*\.json|requirements.*\.txt|go\.(?:mod|sum)|settings.*\.json)$|config\.[a-z]+$/i
const configFolder = /(?:^|\/)\.(?:github|gitlab|circleci|vscode|claude)\//
const documentationFolder = /(?:^|\/)docs?\//

function fileKind(path: string): FileKind {
  const name = fileName(path)
  if (testPath.test(path)) return 'test'
  if (config.test(name) || configFolder.test(path)) return 'config'
  if (documentation.test(name) || documentationFolder.test(path)) return 'documentation'
  return data.test(name) ? 'data' : 'source'
}

/** Phrases with which people ask for each type of work, in English, German, Chinese, Japanese, Russian, Spanish and French. */
type WordedType = Exclude<ObservationType, 'decision' | 'discovery'>

/** Whole words and phrases: `handle_failover()` and `0 errors` are no requests. */
const phrases: Phrases<WordedType> = {
  bugfix: [
    "fix / fixes / fixing / bug / bugs / bugfix / regression / broken / doesn't work / does not work / not working / crash / crashes / hotfix / resolve the issue",
    'behebe / beheben / Fehler / kaputt / funktioniert nicht / repariere',
    '修复 / 修復 / 修正 / 报错 / 報錯 / 崩溃 / 崩潰 / バグ / 直して / 修理',
    'исправь / исправить / ошибка / баг / не работает / arregla / arreglar / corrige / corregir / error / corriger / bogue / ne marche pas',
  ],
  refactor: [
    'refactor / refactoring / rename / clean up / cleanup / simplify / restructure / reorganize / extract / deduplicate / move … into',
    'refaktoriere / umbenennen / aufräumen / vereinfache / 重构 / 重構 / 重命名 / リファクタ',
    'рефакторинг / переименуй / refactoriza / renombra / simplifica / renomme / simplifie',
  ],
  documentation: [
    'document / documentation / docs / readme / changelog / docstring / docstrings / write … guide / write … comments',
    'dokumentiere / Dokumentation / 文档 / 文檔 / ドキュメント / документация / documentación / documenta',
  ],
  test: [
    'test coverage / add tests / add a test / write tests / write a test / unit test / unit tests / integration test / integration tests / e2e test / run the tests / run tests / more tests / test suite / whole suite / the suite',
    'schreibe tests / teste / 测试 / 測試 / テスト / тесты / pruebas / tests unitaires',
  ],
  deployment: [
    'deploy / deployment / deploying / release / publish / roll out / rollout / ship it / push to production / go live',
    'ausrollen / veröffentliche / deploye / 部署 / 发布 / 發布 / デプロイ / リリース / разверни / деплой / despliega / desplegar / déploie / déployer',
  ],
  config: [
    'configure / configuration / config / set up / setup / install / upgrade / bump / environment variable / settings',
    'konfiguriere / einrichten / installiere / 配置 / 安装 / 安裝 / 設定 / インストール / настрой / установи / configura / instala / configure le',
  ],
  data: [
    'dataset / data set / csv / import the data / export the data / query the / sql query / migrate the data / backfill / spreadsheet',
    'Datensatz / 数据 / 數據 / データ / данные / datos / données',
  ],
  feature: [
    'add / adding / implement / implementing / implementation / create / creating / build / building / support / introduce / new feature / develop / extend / make it / write a / generate',
    'füge / implementiere / erstelle / baue / 添加 / 实现 / 實現 / 新增 / 创建 / 創建 / 追加 / 実装 / 作成',
    'добавь / реализуй / создай / añade / agrega / implementa / crea / ajoute / implémente / crée',
  ],
  investigation: [
    'why / investigate / debug / find out / figure out / analyze / analyse / look into / what causes / review / check whether / check if / trace / diagnose / compare',
    'warum / untersuche / prüfe / analysiere / finde heraus / 为什么 / 為什麼 / 调查 / 調查 / 分析 / なぜ / 調べて',
    'почему / разберись / проверь / исследуй / por qué / investiga / analiza / revisa / pourquoi / analyse / vérifie',
  ],
}

/** The types that a request refers to, in the order of the table. */
export const typesAskedFor: (text: string) => readonly WordedType[] = phraseFinder(phrases)
