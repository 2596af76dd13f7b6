/** Statements of SQL. */
import { isBlank, runEnd } from '../lines.ts'
import type { Block } from './block.ts'
import { isSqlStatement } from './is-sql-statement.ts'

const statement =
  /^\s{0,12}(?:EXPLAIN (?:ANALYZE )?)?(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE (?:OR REPLACE )?(?:TEMP |TEMPORARY |UNIQUE |MATERIALIZED )?(?:TABLE|INDEX|VIEW|FUNCTION|TRIGGER|SCHEMA|DATABASE|TYPE)|ALTER TABLE|DROP (?:TABLE|INDEX|VIEW)|TRUNCATE TABLE|MERGE INTO|GRANT|REVOKE|WITH)(?:\s|$)/i

const keyword =
  /\b(?:SELECT|FROM|WHERE|JOIN|GROUP BY|ORDER BY|HAVING|LIMIT|VALUES|INTO|SET|UNION|TABLE|INDEX|VIEW|PRIMARY KEY|REFERENCES|NOT NULL|DEFAULT|CONSTRAINT|COLUMN|AS|ON|TO)\b/gi

/** A statement this long is cut up, so that no paragraph is read further. */
const longest = 2000

export const sql: Block = {
  kind: 'sql',
  protects: 'sql_content',
  why: 'a statement runs as it stands',
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
      .slice(0, longest)
    const words = text.match(keyword) ?? []
    const distinct = new Set(words.map(word => word.toUpperCase())).size
    // `Select a colour from the list` is English; nobody shouts two such words or ends a line with a semicolon in it.
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
