/** Lines of a text file → one record each, streamed, without the carriage returns of a file that has CRLF. */
import type { LogRecord } from './json-records.ts'
import type { StreamedLine } from './streamed-lines.ts'

export async function* textRecords(lines: AsyncIterable<StreamedLine>): AsyncGenerator<LogRecord> {
  let end: string | undefined
  for await (const { number, text, why } of lines) {
    end ??= text.endsWith('\r') ? '\r' : ''
    if (why !== undefined) yield { ok: false, line: number, why, cut: false }
    else
      yield {
        ok: true,
        line: number,
        value: text.slice(0, text.length - (text.endsWith(end) ? end.length : 0)),
      }
  }
}
