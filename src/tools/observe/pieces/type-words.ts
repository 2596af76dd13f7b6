/** How people ask for each type of work, in English, German, Chinese, Japanese, Russian, Spanish and French. */
import { type Phrases, phraseFinder } from '../../../scan/signals/phrase-finder.ts'
import type { ObservationType } from '../observation.ts'

export type WordedType = Exclude<ObservationType, 'decision' | 'discovery'>

/** Whole words and phrases: `handle_failover()` and `0 errors` ask for nothing. */
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
