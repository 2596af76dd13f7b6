/** The folder of a run: every call by its content, and every case as readable files. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorAtFile } from '../../../errors.ts'
import { jsonRecord } from '../../../tokens/json-value.ts'
import type { CallCache, KeptCall } from './exam-call.ts'
import type { ExamCase } from './exam-case.ts'
import type { ExamReport } from './exam-report.ts'
import type { ExaminedCase } from './examine-case.ts'
import { numberedBlocks, numberedText } from './numbered-blocks.ts'

interface ExamFolder extends CallCache {
  writeCase(number: number, examCase: ExamCase, examined: ExaminedCase): void
  writeReport(report: ExamReport): void
}

/** Without a path, answers are kept only in memory. */
export function examFolder(path: string | undefined): ExamFolder {
  const kept = new Map<string, KeptCall>()
  const callFile = (key: string): string => join('calls', `${key}.json`)
  const write = (file: string, content: string): void => {
    if (path !== undefined) writeWhole(join(path, file), content)
  }
  return {
    get(key) {
      const call = kept.get(key) ?? (path === undefined ? undefined : readCall(join(path, callFile(key))))
      if (call !== undefined) kept.set(key, call)
      return call
    },
    set(key, call) {
      kept.set(key, call)
      write(callFile(key), json(call))
    },
    writeCase(number, examCase, examined) {
      for (const [name, content] of path === undefined ? [] : caseFiles(examCase, examined))
        write(join('cases', caseFolderName(number, examCase), name), content)
    },
    writeReport(report) {
      write('report.json', json(report))
      write('README.md', aboutFolder)
    },
  }
}

const aboutFolder = `# A reading exam

- \`report.json\`: scores, answers, grades, notes and what it took
- \`cases/NN-…/\`: one case each
  - \`history.md\` and \`next.md\`: what the case is made of, in numbered blocks
  - \`questions.json\`: the questions that were asked, and those that were dropped with the reason
  - \`views/METHOD.md\` and \`answers/METHOD.json\`: what a reader got, and what it answered
  - \`grading-N.md\` and \`grading-N.json\`: what the grader saw, who each letter is, and the grades
- \`calls/\`: every call by the hash of its model and prompt. The same command answers from here what was answered before;
  remove a file to have it asked again.

Texts come from the sessions: look before you share them.
`

function caseFolderName(number: number, { session, message }: ExamCase): string {
  const name = basename(session)
    .replace(/\.(?:jsonl|json|traj)(?:\.gz)?$/i, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
  return `${String(number).padStart(2, '0')}-${name}-${message}`
}

function caseFiles(examCase: ExamCase, examined: ExaminedCase): readonly (readonly [string, string])[] {
  const { history, future } = examCase
  const { report, views, readings, gradings } = examined
  const { ranker } = history.counters
  const shown = (messages: ExamCase['future']): string =>
    `${numberedText(numberedBlocks(messages), Number.POSITIVE_INFINITY, ranker)}\n`
  return [
    ['history.md', shown(history.messages)],
    ['next.md', shown(future)],
    ['questions.json', json({ asked: report.questions, dropped: report.dropped })],
    ...Array.from(views, ([name, { text }]) => [`views/${fileName(name)}.md`, `${text}\n`] as const),
    ...Array.from(readings, ([name, reading]) => [`answers/${fileName(name)}.json`, json(reading)] as const),
    ...gradings.flatMap(({ sheet, letters, grades }, index) => [
      [`grading-${index + 1}.md`, `${sheet}\n`] as const,
      [
        `grading-${index + 1}.json`,
        json({
          letters: Object.fromEntries(letters),
          grades: Object.fromEntries(Array.from(grades, ([name, own]) => [name, Object.fromEntries(own)])),
        }),
      ] as const,
    ]),
  ]
}

function fileName(method: string): string {
  return method.replace(/[^\w.@%-]+/g, '-').slice(0, 80)
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A call whose file is incomplete is repeated. */
function readCall(file: string): KeptCall | undefined {
  const call = existsSync(file) ? jsonRecord(readFileSync(file, 'utf8')) : undefined
  return typeof call?.['answer'] === 'string' ? (call as unknown as KeptCall) : undefined
}

/** Completely or not at all: a run may be interrupted at any time. */
function writeWhole(file: string, content: string): void {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(unfinished, content)
    renameSync(unfinished, file)
  } catch (cause) {
    throw errorAtFile('file-unwritable', file, `Cannot write ${file}.`, cause)
  }
}
