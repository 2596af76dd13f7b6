/** Statements of SQL. */
import { isBlank, runEnd } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

const statement =
  /^\s{0,12}(EXPLAIN (?:ANALYZE )?)?(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:OR REPLACE )?(TEMP |TEMPORARY |UNIQUE |MATERIALIZED )?(?:TABLE|INDEX|VIEW|FUNCTION|TRIGGER|SCHEMA|DATABASE|TYPE)|ALTER TABLE|DROP (?:TABLE|INDEX|VIEW)|TRUNCATE TABLE|MERGE INTO|GRANT|REVOKE|WITH)(?:\s|$)/i

const keyword =
  /\b(?:SELECT|FROM|WHERE|JOIN|GROUP BY|ORDER BY|HAVING|LIMIT|VALUES|INTO|SET|UNION|TABLE|INDEX|VIEW|PRIMARY KEY|REFERENCES|NOT NULL|DEFAULT|CONSTRAINT|COLUMN|AS|ON|TO)\b/gi

/** A statement this long is cut up, so that no paragraph is read further. */
const maxLength = 2000

export const sql: HardBlock = {
  kind: 'sql',
  protects: 'sql_content',
  starts: 'SIUDCATMGRWEsiudcatmgrwe',
  mayBegin({ text }) {
    return statement.test(text)
  },
  extent(lines, first) {
    const last = runEnd(
      lines,
      first,
      (line, at) => !isBlank(line) && !endsStatement(line.text) && (at === first || !isSentence(line.text)),
    )
    const isClosed = endsStatement(lines[last]?.text ?? '')
    const end = isClosed ? last + 1 : last
    const text = lines
      .slice(first, end)
      .map(line => line.text)
      .join('\n')
      .slice(0, maxLength)
    const words = text.match(keyword) ?? []
    const distinct = new Set(words.map(word => word.toUpperCase())).size
    // `Select a colour from the list` is English; prose does not have two such words in capitals, or a line that ends with a semicolon.
    const isShouted = words.filter(word => word === word.toUpperCase()).length >= 2
    return { end, holds: (distinct >= 2 && (isShouted || isClosed)) || isSqlStatement(text) }
  },
}

function endsStatement(text: string): boolean {
  return text.trimEnd().endsWith(';')
}

/** `The query above is slow.` behind a statement that nothing closes. */
function isSentence(text: string): boolean {
  return /^[A-Z][a-z]{0,20},? [a-z]/.test(text) && /[.:?!]$/.test(text.slice(-1))
}

/** The shapes of SQL statements in any case: syntax that no English sentence has. */
const name = '["`\\[]?[a-z_$][\\w$.]{0,80}["`\\]]?'

const condition =
  /\bwhere .{0,300}?(?:[=<>]|\bin ?\(|\bis (?:not )?null\b|\blike ['$?:@]|\bbetween ['$?:@\d])/i

/** Each on the statement in one line, with single spaces. */
const shapes: readonly RegExp[] = [
  new RegExp(`^insert into ${name} ?(?:\\(|values\\b|select\\b|default values\\b)`, 'i'),
  new RegExp(`^update (?:only )?${name}(?: as)?(?: \\w{1,60})? set ${name} ?=`, 'i'),
  new RegExp(
    `^create (?:(?:temp|temporary|unlogged) )?table (?:if not exists )?${name} ?(?:\\(|as select\\b)`,
    'i',
  ),
  new RegExp(
    `^create (?:unique )?index (?:concurrently )?(?:if not exists )?${name} on ${name} ?(?:using \\w{1,20} ?)?\\(`,
    'i',
  ),
  new RegExp(
    `^create (?:or replace )?(?:temp |temporary |materialized )?view ${name} as \\(?(?:select|with)\\b`,
    'i',
  ),
  new RegExp(`^create (?:or replace )?function ${name} ?\\(`, 'i'),
  new RegExp(
    `^create (?:or replace )?trigger ${name} (?:before|after|instead of) (?:insert|update|delete)\\b`,
    'i',
  ),
  new RegExp(`^create type ${name} as (?:enum|range)? ?\\(`, 'i'),
  new RegExp(
    `^alter table (?:if exists |only )?${name} (?:add|drop|alter|rename|modify|attach|detach) (?:column|constraint|partition|index|primary|foreign|unique|check|to|${name} \\w)`,
    'i',
  ),
  new RegExp(
    `^drop (?:table|index|view) (?:if exists ${name}|${name}(?:, ?${name}){0,20}(?: cascade| restrict)?;?$)`,
    'i',
  ),
  new RegExp(`^truncate table ${name}(?: cascade| restart identity)?;?$`, 'i'),
  new RegExp(`^merge into ${name} .{0,500}?\\bwhen (?:not )?matched\\b`, 'i'),
  new RegExp(
    `^(?:grant|revoke) (?:select|insert|update|delete|usage|execute|connect|references|all)\\b.{0,120}? on .{1,120}? (?:to|from) ${name}`,
    'i',
  ),
  new RegExp(
    `^with (?:recursive )?${name} ?(?:\\([^()]{0,200}\\) ?)?as (?:(?:not )?materialized )?\\( ?(?:select|insert|update|delete|values|with)\\b`,
    'i',
  ),
]

const selected = /^select (?:distinct |all )?(.{1,1000}?) from ([^\s,;()]{1,120}|\()(.{0,300})/i
const computed = /^select [a-z_][\w.]{0,60}\(/i
const deleted = new RegExp(`^delete from ${name}(?: \\w{1,60})? (?:where|using)\\b`, 'i')

/** What may follow the name of a table. */
const afterTable =
  /^(?:( as)? [a-z_]\w{0,60})?(?:$|[;,)]| ?(?:where|(inner |left |right |full |cross |natural |outer ){0,2}join|group by|order by|limit|offset|having|union|for update)(?!\w))/i

/** Words that are before a noun and name no table. */
const article =
  /^(?:the|a|an|this|that|these|those|your|our|my|their|its|each|every|any|all|one|here|there)$/i

function isSqlStatement(text: string): boolean {
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^explain (?:analyze )?/i, '')
  if (shapes.some(shape => shape.test(line)) || computed.test(line)) return true
  if (deleted.test(line)) return condition.test(line)
  return isSelect(line)
}

function isSelect(line: string): boolean {
  const [, list = '', table = '', rest = ''] = selected.exec(line) ?? []
  if (table === '' || article.test(table)) return false
  if (table === '(') return /^ ?select\b/i.test(rest)
  if (!afterTable.test(rest)) return false
  return isColumnList(list) || condition.test(rest) || /\b(?:group|order) by [\w.]|\blimit \d/i.test(rest)
}

/** `*`, calls, names with a dot or an underscore, or several columns, each with an alias at most. */
function isColumnList(list: string): boolean {
  if (/[*(]|\w[._]\w/.test(list)) return true
  const columns = list.split(',')
  return columns.length > 1 && columns.every(column => /^ ?\w{1,60}(?:(?: as)? \w{1,60})? ?$/i.test(column))
}
